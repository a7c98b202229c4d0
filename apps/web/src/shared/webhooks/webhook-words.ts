import type { WebhookAttempt } from '@gridloom/contract/webhooks/delivery'
import { type WebhookDelivery, webhookFailureTexts } from '@gridloom/contract/webhooks/delivery'
import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import type { Tone } from '../../ui/components/status-badge.tsx'

interface Status {
  tone: Tone
  word: string
  /** What it means, and what to do. */
  text?: string
}

/** Returns the state of a webhook. */
export function webhookStatus({ enabled, disabled_reason, failing_since }: Webhook): Status {
  if (enabled && failing_since === null) return { tone: 'good', word: 'Enabled' }
  if (enabled) return { tone: 'warn', word: 'Failing', text: 'Deliveries fail and are repeated.' }
  switch (disabled_reason) {
    case 'failing':
      return { tone: 'bad', word: 'Disabled', text: 'No delivery succeeded for three days.' }
    case 'gone':
      return { tone: 'bad', word: 'Disabled', text: 'The receiver answered 410 Gone.' }
    case 'too_many_waiting':
      return { tone: 'bad', word: 'Disabled', text: 'Too many deliveries were waiting.' }
    default:
      return { tone: 'idle', word: 'Disabled' }
  }
}

/** Returns the name of a webhook, or its host. */
export function webhookName({ name, url }: Webhook): string {
  return name === '' ? (URL.parse(url)?.host ?? url) : name
}

const deliveryStates = {
  waiting: { tone: 'busy', word: 'Waiting' },
  delivered: { tone: 'good', word: 'Delivered' },
  failed: { tone: 'bad', word: 'Failed' },
} as const satisfies Record<WebhookDelivery['state'], Status>

export function deliveryStatus({ state }: WebhookDelivery): Status {
  return deliveryStates[state]
}

/** Returns the answer to an attempt in a few words: `204 in 35 ms`, or why there was none. */
export function answerWords({ status, failure, duration_ms }: WebhookAttempt): string {
  const time = `${duration_ms} ms`
  if (failure === null || failure === 'status' || failure === 'redirected')
    return `${status} in ${time}`
  return webhookFailureTexts[failure]
}
