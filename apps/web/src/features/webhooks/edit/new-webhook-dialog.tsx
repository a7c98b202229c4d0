import { Modal } from '../../../ui/components/dialog.tsx'
import { useWebhookChange } from '../api/use-webhook-change.ts'
import { usualEvents } from './event-groups.ts'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** Creates a webhook, then shows its secret once: meanwhile a click outside does not close the dialog. */
export function NewWebhookDialog({ opened, close }: { opened: boolean; close: () => void }) {
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
      title={created ? 'Signing secret' : 'New webhook'}
      size="lg"
      closeOnClickOutside={created === undefined}
    >
      {created ? (
        <WebhookSecret secret={created.secret} done={leave} />
      ) : (
        <WebhookForm
          initial={{ name: '', url: '', events: [...usualEvents] }}
          saveWord="Create webhook"
          busy={create.isPending}
          save={(draft, failed) => create.mutate(draft, { onError: failed })}
          cancel={leave}
        />
      )}
    </Modal>
  )
}
