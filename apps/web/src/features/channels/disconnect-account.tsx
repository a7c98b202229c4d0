import type { ConnectedAccount } from '@gridloom/contract/channels/connected-account'
import { ActionIcon } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/components/confirm-dialog.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { endItThere } from './channel-words.ts'
import { useDisconnect } from './channels-api.ts'

interface DisconnectAccountProps {
  account: ConnectedAccount
  channelName: string
  /** With what is left to do, if anything. */
  onDisconnected: (notice: string | undefined) => void
}

/** Disconnects an account, after a question. */
export function DisconnectAccount(props: DisconnectAccountProps) {
  const { account, channelName, onDisconnected } = props
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  const disconnect = useDisconnect(account.id)
  const close = () => setAsked('no')
  const confirm = () =>
    disconnect.mutate(undefined, {
      onSuccess: ({ revoked }) =>
        onDisconnected(revoked ? undefined : endItThere(account.channel, channelName)),
    })
  return (
    <>
      <ActionIcon
        size={30}
        aria-label={`Disconnect ${account.handle}`}
        onClick={() => setAsked('yes')}
      >
        <IconPlugConnectedX size={16} />
      </ActionIcon>
      {asked === 'yes' && (
        <ConfirmDialog
          opened
          title={`Disconnect ${account.handle}?`}
          confirmWord="Disconnect account"
          busy={disconnect.isPending}
          problem={disconnect.error ? describeError(disconnect.error).text : undefined}
          onConfirm={confirm}
          onClose={close}
        >
          Gridloom deletes its access and asks {channelName} to end it. Posts that were published
          stay. You can connect the account again.
        </ConfirmDialog>
      )}
    </>
  )
}
