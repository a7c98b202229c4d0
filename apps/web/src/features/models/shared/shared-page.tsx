import { ApiError } from '@gridloom/client/api-error'
import type { SharedChat } from '@gridloom/contract/chat/chat'
import { chat } from '@gridloom/contract/chat/endpoints'
import { Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { PublicHeader } from '../../../shared/components/public-header.tsx'
import { useDocumentTitle } from '../../../ui/components/page.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { sharedChatQuery } from './read-shared.ts'
import styles from './shared-page.module.css'
import { SharedThread } from './shared-thread.tsx'

/** `/model-hub/shared/{secret}`: a shared chat, readable by everyone with the link. */
export function SharedPage() {
  const { secret = '' } = useParams({ strict: false })
  const parsed = chat.readShared.params.safeParse({ secret })
  return (
    <>
      <PublicHeader />
      <main className={styles.main}>
        {parsed.success ? <ReadChat secret={parsed.data.secret} /> : <NoSuchLink />}
      </main>
    </>
  )
}

function ReadChat({ secret }: { secret: string }) {
  const shared = useQuery(sharedChatQuery(useClient(), secret))
  useShownInPlace(shared.error)
  if (shared.data) return <ShownChat chat={shared.data} />
  if (shared.error === null) return <SkeletonBlock height={420} label="Loading the shared chat" />
  const { error } = shared
  if (error instanceof ApiError && error.code === 'not_found') return <NoSuchLink />
  return (
    <ErrorState
      title="The shared chat could not be loaded"
      error={error}
      retry={() => void shared.refetch()}
    />
  )
}

function ShownChat({ chat }: { chat: SharedChat }) {
  useDocumentTitle(chat.title)
  return (
    <>
      <SharedThread chat={chat} />
      <footer className={styles.footer}>
        <p className={styles.note}>
          This is a copy of the chat from when it was shared. Later messages are not included.
        </p>
        <Button
          variant="filled"
          renderRoot={(props) => (
            <Link {...props} to="/model-hub/$id" params={{ id: chat.model_id }} />
          )}
        >
          Continue with this model
        </Button>
      </footer>
    </>
  )
}

function NoSuchLink() {
  useDocumentTitle('Shared chat')
  return (
    <>
      <h1 className={`${styles.title} ${styles.gone}`}>This link no longer works</h1>
      <EmptyState
        icon={<IconLinkOff size={20} stroke={1.6} />}
        title="Shared chat not found"
        action={
          <Button component={Link} to="/model-hub">
            Open the model hub
          </Button>
        }
      >
        The link was revoked, the chat was deleted, or the address is incomplete. Ask for a new
        link.
      </EmptyState>
    </>
  )
}
