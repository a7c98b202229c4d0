import type { WebhookDelivery } from '@gridloom/contract/webhooks/delivery'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { Button } from '@mantine/core'
import { useToasts } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useWebhookChange } from '../api/use-webhook-change.ts'

interface ReplayButtonProps {
  webhook: Webhook
  delivery: WebhookDelivery
}

/** Sends the event again; not while it waits, or while the webhook is disabled. */
export function ReplayButton({ webhook, delivery }: ReplayButtonProps) {
  const toasts = useToasts()
  const params = { id: webhook.id, delivery: delivery.id }
  const replay = useWebhookChange((client, _input: null) => client.webhooks.replay({ params }))
  return (
    <Button
      size="xs"
      loading={replay.isPending}
      disabled={delivery.state === 'waiting' || !webhook.enabled}
      onClick={() =>
        replay.mutate(null, {
          onSuccess: () => toasts.show({ type: 'success', message: 'The event is sent again' }),
          onError: (error) => toasts.show({ type: 'error', message: describeError(error).text }),
        })
      }
    >
      Replay
    </Button>
  )
}
