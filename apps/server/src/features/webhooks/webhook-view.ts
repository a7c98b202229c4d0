import type { Webhook } from '@gridloom/contract/webhooks/webhook'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { WebhookRow } from './schema.ts'

/** The view of a webhook at a time: never its secrets. */
export function webhookView(row: WebhookRow, now: Date): Webhook {
  const until = row.previous_secret_until
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    enabled: row.disabled_reason === null,
    disabled_reason: row.disabled_reason,
    failing_since: isoOrNull(row.failing_since),
    previous_secret_expires_at: until === null || until <= now ? null : until.toISOString(),
    last_delivered_at: isoOrNull(row.last_delivered_at),
    created_at: row.created_at.toISOString(),
  }
}
