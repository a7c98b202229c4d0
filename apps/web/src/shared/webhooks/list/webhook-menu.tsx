import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useToasts } from '../../../api/runtime.tsx'
import { ConfirmDialog } from '../../../ui/components/confirm-dialog.tsx'
import { Modal } from '../../../ui/components/dialog.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useWebhookChange } from '../api/use-webhook-change.ts'
import { EditWebhookDialog } from '../edit/edit-webhook-dialog.tsx'
import { WebhookSecret } from '../edit/webhook-secret.tsx'
import { webhookName } from '../webhook-words.ts'

type Open = 'edit' | 'rotate' | 'delete' | null

/** Edit, enable or disable, rotate the secret, and delete. */
export function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>(null)
  const toggle = useToggle(webhook)
  const close = () => setOpen(null)
  const name = webhookName(webhook)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={30} aria-label={`Actions of ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('edit')}>Edit</Menu.Item>
          <Menu.Item onClick={toggle}>{webhook.enabled ? 'Disable' : 'Enable'}</Menu.Item>
          <Menu.Item onClick={() => setOpen('rotate')}>Rotate secret</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <EditWebhookDialog webhook={webhook} close={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} close={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} close={close} />}
    </>
  )
}

function useToggle({ id, enabled }: Webhook): () => void {
  const toasts = useToasts()
  const change = useWebhookChange((client, to: boolean) =>
    client.webhooks.change({ params: { id }, body: { enabled: to } }),
  )
  return () =>
    change.mutate(!enabled, {
      onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
    })
}

interface WebhookDialogProps {
  webhook: Webhook
  close: () => void
}

function RotateDialog({ webhook: { id }, close }: WebhookDialogProps) {
  const rotate = useWebhookChange((client, _input: null) =>
    client.webhooks.rotateSecret({ params: { id } }),
  )
  if (rotate.data)
    return (
      <Modal
        opened
        onClose={close}
        title="New signing secret"
        size="lg"
        closeOnClickOutside={false}
      >
        <WebhookSecret secret={rotate.data.secret} isRotated done={close} />
      </Modal>
    )
  return (
    <ConfirmDialog
      opened
      title="Rotate the signing secret?"
      confirmWord="Rotate secret"
      tone="neutral"
      busy={rotate.isPending}
      problem={rotate.error ? describeError(rotate.error).text : undefined}
      onConfirm={() => rotate.mutate(null)}
      onClose={close}
    >
      For 24 hours deliveries are signed with both the current and the new secret. Replace it in
      your receiver within that time.
    </ConfirmDialog>
  )
}

function DeleteDialog({ webhook, close }: WebhookDialogProps) {
  const remove = useWebhookChange((client, _input: null) =>
    client.webhooks.remove({ params: { id: webhook.id } }),
  )
  return (
    <ConfirmDialog
      opened
      title={`Delete ${webhookName(webhook)}?`}
      confirmWord="Delete webhook"
      busy={remove.isPending}
      problem={remove.error ? describeError(remove.error).text : undefined}
      onConfirm={() => remove.mutate(null, { onSuccess: close })}
      onClose={close}
    >
      No event is sent to it any more, and its deliveries are deleted. This can’t be undone.
    </ConfirmDialog>
  )
}
