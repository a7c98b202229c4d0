import type {
  AccountId,
  WebhookDeliveryId,
  WebhookEventId,
  WebhookId,
} from '@gridloom/contract/core/ids'
import type { WebhookDeliveryState, WebhookFailure } from '@gridloom/contract/webhooks/delivery'
import type { AnyWebhookEventKind, WebhookEventKind } from '@gridloom/contract/webhooks/events'
import type { WebhookDisabledReason } from '@gridloom/contract/webhooks/webhook'
import type { Generated, Selectable } from 'kysely'

interface WebhooksTable {
  id: WebhookId
  account_id: AccountId
  name: string
  url: string
  events: WebhookEventKind[]
  secret: string
  /** The secret before the last rotation; deliveries are signed with it too until then. */
  previous_secret: string | null
  previous_secret_until: Date | null
  created_at: Date
  created_by: AccountId
  disabled_reason: WebhookDisabledReason | null
  failing_since: Date | null
  last_delivered_at: Date | null
}
export type WebhookRow = Selectable<WebhooksTable>

interface WebhookDeliveriesTable {
  id: WebhookDeliveryId
  sequence: Generated<string>
  webhook_id: WebhookId
  account_id: AccountId
  event_id: WebhookEventId
  /** Names the event: a webhook is sent each once. */
  event_key: string
  kind: AnyWebhookEventKind
  subject: string
  body: string
  created_at: Date
  state: Generated<WebhookDeliveryState>
  /** Attempts since it was created or replayed last. */
  step: Generated<number>
  attempts: Generated<number>
  next_try_at: Date
  lease: string | null
}
export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>

interface WebhookAttemptsTable {
  delivery_id: WebhookDeliveryId
  number: number
  at: Date
  duration_ms: number
  status: number | null
  failure: WebhookFailure | null
  response_start: string
}
export type WebhookAttemptRow = Selectable<WebhookAttemptsTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type WebhookTables = {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
}
