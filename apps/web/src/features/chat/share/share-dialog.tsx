import type { ChatId } from '@gridloom/contract/core/ids'
import { Button } from '@mantine/core'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import type { LoadedChat } from '../api/chat-queries.ts'
import { useShareChat, useUnshareChat } from '../api/share-chat.ts'
import { useChat } from '../api/use-chat.ts'
import styles from './share-dialog.module.css'

interface ShareDialogProps {
  id: ChatId
  onClose: () => void
}

/** Creates and revokes a read-only link to the shown branch; the link is shown once. */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const loaded = useChat(id)
  return (
    <Modal opened onClose={onClose} title="Share this chat" size="md">
      <Loaded query={loaded} what="this chat" rows={1}>
        {({ chat }) => <ShareLink chat={chat} />}
      </Loaded>
    </Modal>
  )
}

function ShareLink({ chat }: Pick<LoadedChat, 'chat'>) {
  const share = useShareChat(chat.id)
  const unshare = useUnshareChat(chat.id)
  const secret = chat.share === null ? undefined : share.data?.secret
  const problem = share.error ?? unshare.error
  return (
    <div className={styles.share}>
      <p className={styles.note}>
        Anyone with the link can read a copy of the branch shown now. Later messages and your name
        are not included.
      </p>
      {secret && (
        <>
          <CopyLine text={`${location.origin}/model-hub/shared/${secret}`} label="Link" />
          <p className={styles.note}>Copy it now. It won’t be shown again.</p>
        </>
      )}
      {chat.share && !secret && (
        <p className={styles.note}>
          This chat has a link, created <TimeAgo at={chat.share.created_at} />. A new link replaces
          it.
        </p>
      )}
      <FormProblem text={problem ? describeError(problem).text : undefined} />
      <DialogButtons>
        {chat.share && (
          <Button color="red" loading={unshare.isPending} onClick={() => unshare.mutate()}>
            Revoke link
          </Button>
        )}
        <Button
          variant={secret ? 'default' : 'filled'}
          data-autofocus
          loading={share.isPending}
          onClick={() => share.mutate()}
        >
          {chat.share ? 'Create new link' : 'Create link'}
        </Button>
      </DialogButtons>
    </div>
  )
}
