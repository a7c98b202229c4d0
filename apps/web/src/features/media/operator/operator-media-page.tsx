import type { MediaState } from '@gridloom/contract/media/media'
import { Alert, Button, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPhotoVideo, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { MediaForm } from './media-form.tsx'
import { MediaTable } from './media-table.tsx'
import { operatorMediaQuery, useCreateMedia } from './operator-media-api.ts'

const states: { value: MediaState | 'all'; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Drafts' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
]

/** `/operator/media`: what the library offers to ambassadors. */
export function OperatorMediaPage() {
  const [state, setState] = useState<MediaState | 'all'>('all')
  const [page, setPage] = useState(1)
  const [opened, { open, close }] = useDisclosure(false)
  const query = { ...(state === 'all' ? {} : { state }), page }
  const list = useQuery(operatorMediaQuery(useClient(), query))
  const start = (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={open}>
      New media
    </Button>
  )
  return (
    <Page
      title="Media library"
      lead="Videos, pictures and texts that ambassadors post with their referral link."
      actions={start}
    >
      {list.data?.can_encode === false && (
        <Alert color="yellow" title="Videos cannot be uploaded">
          Install ffmpeg and bubblewrap on the server and restart it; its log says what is missing.
          Pictures, texts and links work without them.
        </Alert>
      )}
      <Section
        title="Media"
        inset="flush"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="State of media"
            value={state}
            data={states}
            onChange={(value) => {
              setState(states.find((one) => one.value === value)?.value ?? 'all')
              setPage(1)
            }}
          />
        }
      >
        <Loaded query={list} what="the media" rows={4}>
          {({ media, total, can_encode: canEncode }) =>
            total === 0 ? (
              <EmptyState icon={<IconPhotoVideo size={20} stroke={1.6} />} title="No media">
                Create media, upload its file, and publish it.
              </EmptyState>
            ) : (
              <>
                <MediaTable media={media} canEncode={canEncode} />
                <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
              </>
            )
          }
        </Loaded>
      </Section>
      <Modal opened={opened} onClose={close} title="New media" size="lg">
        <CreateMedia done={close} />
      </Modal>
    </Page>
  )
}

function CreateMedia({ done }: { done: () => void }) {
  const create = useCreateMedia()
  return (
    <MediaForm
      busy={create.isPending}
      cancel={done}
      save={(draft, { failed }) => create.mutate(draft, { onSuccess: done, onError: failed })}
    />
  )
}
