import type { AccountId } from '@gridloom/contract/core/ids'
import {
  type AnyWebhookEventKind,
  webhookBody,
  type webhookEvents,
} from '@gridloom/contract/webhooks/events'
import type { z } from 'zod'

interface BodyParts<Kind extends AnyWebhookEventKind> {
  at: Date
  accountId: AccountId
  data: z.input<(typeof webhookEvents)[Kind]['data']>
}

/** Returns the body that is sent for an event, as JSON. @throws ZodError for data that the contract does not allow */
export function bodyOf<Kind extends AnyWebhookEventKind>(
  kind: Kind,
  { at, accountId, data }: BodyParts<Kind>,
): string {
  const body = { type: kind, timestamp: at.toISOString(), account_id: accountId, data }
  return JSON.stringify(webhookBody(kind).parse(body))
}
