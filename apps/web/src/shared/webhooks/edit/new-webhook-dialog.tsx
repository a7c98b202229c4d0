import { Modal } from '../../../ui/components/dialog.tsx'
import { useWebhookChange } from '../api/use-webhook-change.ts'
import { usualEventsOf, type WebhookLook } from './event-groups.ts'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

interface NewWebhookDialogProps {
  of?: WebhookLook
  opened: boolean
  close: () => void
}

/** Creates a webhook, then shows its secret once: meanwhile a click outside does not close the dialog. */
export function NewWebhookDialog({ of = 'webhook', opened, close }: NewWebhookDialogProps) {
  const create = useWebhookChange((client, body: WebhookDraft) => client.webhooks.create({ body }))
  const created = create.data
  function leave(): void {
    close()
    create.reset()
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={created ? 'Signing secret' : of === 'webhook' ? 'New webhook' : 'New postback URL'}
      size="lg"
      closeOnClickOutside={created === undefined}
    >
      {created ? (
        <WebhookSecret secret={created.secret} done={leave} />
      ) : (
        <WebhookForm
          of={of}
          initial={{ name: '', url: '', events: usualEventsOf(of) }}
          saveWord={of === 'webhook' ? 'Create webhook' : 'Create postback URL'}
          busy={create.isPending}
          save={(draft, failed) => create.mutate(draft, { onError: failed })}
          cancel={leave}
        />
      )}
    </Modal>
  )
}
