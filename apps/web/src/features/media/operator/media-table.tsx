import type { OperatorMedia } from '@gridloom/contract/media/media'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '../../../ui/components/dialog.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import styles from '../media.module.css'
import { kindWords, languageName, stateWords } from '../media-words.ts'
import { CaptionsForm } from './captions-form.tsx'
import { MediaForm } from './media-form.tsx'
import { useChangeMedia, useMoveMedia } from './operator-media-api.ts'
import { UploadCell } from './upload-cell.tsx'

const columns: readonly Column[] = [
  { text: 'Title' },
  { text: 'Kind' },
  { text: 'File' },
  { text: 'Status' },
  { text: 'Posts', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

type Asked = { id: OperatorMedia['id']; part: 'details' | 'captions' }

interface MediaTableProps {
  media: readonly OperatorMedia[]
  canEncode: boolean
}

/** Media with their files and states. */
export function MediaTable({ media, canEncode }: MediaTableProps) {
  const [asked, setAsked] = useState<Asked>()
  const shown = media.find(({ id }) => id === asked?.id)
  const close = () => setAsked(undefined)
  return (
    <>
      <Table label="Media" columns={columns}>
        {media.map((one) => (
          <MediaRow
            key={one.id}
            media={one}
            canEncode={canEncode}
            ask={(part) => setAsked({ id: one.id, part })}
          />
        ))}
      </Table>
      <Modal
        opened={shown !== undefined}
        onClose={close}
        title={asked?.part === 'captions' ? 'Captions' : 'Edit media'}
        size="lg"
      >
        {shown && asked?.part === 'captions' && <CaptionsForm media={shown} close={close} />}
        {shown && asked?.part === 'details' && <EditMedia media={shown} done={close} />}
      </Modal>
    </>
  )
}

interface MediaRowProps {
  media: OperatorMedia
  canEncode: boolean
  ask: (part: Asked['part']) => void
}

function MediaRow({ media, canEncode, ask }: MediaRowProps) {
  const move = useMoveMedia()
  const { id, kind, title, state, captions, active_posts: posts } = media
  const hasFile = kind === 'text' || kind === 'link' || media.encoding?.state === 'ready'
  const isPublished = state === 'published'
  return (
    <tr>
      <RowHead>{title}</RowHead>
      <Cell label="Kind">
        {kindWords[kind]}
        {media.is_creative && <div className={styles.hint}>Creative</div>}
      </Cell>
      <Cell label="File" holds="words">
        <UploadCell media={media} canEncode={canEncode} />
        {captions.length > 0 && (
          <div className={styles.hint}>
            {`Captions: ${captions.map(({ language }) => languageName(language)).join(', ')}`}
          </div>
        )}
      </Cell>
      <Cell label="Status">
        <StatusBadge look="plain" {...stateWords[state]} />
      </Cell>
      <Cell label="Posts" align="number">
        {posts.length}
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          <Button size="xs" aria-label={`Edit ${title}`} onClick={() => ask('details')}>
            Edit
          </Button>
          {kind === 'video' && (
            <Button size="xs" aria-label={`Captions of ${title}`} onClick={() => ask('captions')}>
              Captions
            </Button>
          )}
          <Button
            size="xs"
            loading={move.isPending}
            disabled={!isPublished && !hasFile}
            aria-label={`${isPublished ? 'Archive' : 'Publish'} ${title}`}
            onClick={() => move.mutate({ id, to: isPublished ? 'archive' : 'publish' })}
          >
            {isPublished ? 'Archive' : 'Publish'}
          </Button>
        </span>
      </Cell>
    </tr>
  )
}

function EditMedia({ media, done }: { media: OperatorMedia; done: () => void }) {
  const change = useChangeMedia(media.id)
  return (
    <MediaForm
      media={media}
      busy={change.isPending}
      cancel={done}
      save={({ kind: _kind, ...draft }, { failed }) =>
        change.mutate(draft, { onSuccess: done, onError: failed })
      }
    />
  )
}
