import { hasMacros } from '@gridloom/contract/webhooks/url-macros'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { Modal } from '../../../ui/components/dialog.tsx'
import { useWebhookChange } from '../api/use-webhook-change.ts'
import { webhookName } from '../webhook-words.ts'
import { type WebhookDraft, WebhookForm } from './webhook-form.tsx'

/** Changes the address, name and events of a webhook. */
export function EditWebhookDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { id, name, url, events } = webhook
  const change = useWebhookChange((client, body: WebhookDraft) =>
    client.webhooks.change({ params: { id }, body }),
  )
  return (
    <Modal opened onClose={close} title={`Edit ${webhookName(webhook)}`} size="lg">
      <WebhookForm
        of={hasMacros(url) ? 'postback' : 'webhook'}
        initial={{ name, url, events }}
        saveWord="Save"
        busy={change.isPending}
        save={(draft, failed) => change.mutate(draft, { onSuccess: close, onError: failed })}
        cancel={close}
      />
    </Modal>
  )
}
