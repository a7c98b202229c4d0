import type {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryDetails,
} from '@gridloom/contract/webhooks/delivery'
import type { Db } from '../../platform/database/connect.ts'
import { listAttempts, type ShownDelivery } from './deliveries-store.ts'
import type { WebhookAttemptRow } from './schema.ts'

export function deliveryView(row: ShownDelivery): WebhookDelivery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event: row.kind,
    state: row.state,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.state === 'waiting' ? row.next_try_at.toISOString() : null,
    last_attempt: lastAttempt(row),
  }
}

/** The view of a delivery with its body and its attempts. */
export async function deliveryDetails(db: Db, row: ShownDelivery): Promise<WebhookDeliveryDetails> {
  const attempts = await listAttempts(db, row.id)
  return { ...deliveryView(row), body: row.body, attempts_made: attempts.map(attemptView) }
}

function lastAttempt(row: ShownDelivery): WebhookAttempt | null {
  const { last_at: at, last_duration_ms: duration_ms } = row
  if (at === null || duration_ms === null) return null
  return attemptView({
    at,
    duration_ms,
    status: row.last_status,
    failure: row.last_failure,
    response_start: row.last_response_start ?? '',
  })
}

function attemptView(row: Omit<WebhookAttemptRow, 'delivery_id' | 'number'>): WebhookAttempt {
  const { at, duration_ms, status, failure, response_start } = row
  return { at: at.toISOString(), duration_ms, status, failure, response_start }
}
