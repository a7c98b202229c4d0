import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { WebhookEventKind } from '@gridloom/contract/webhooks/events'
import { postbacksMax } from '@gridloom/contract/webhooks/url-macros'
import { isPostback } from '@gridloom/contract/webhooks/webhook'
import type { Tx } from '../../platform/ctx.ts'
import { listWebhookRows } from './webhooks-store.ts'

/**
 * Refuses one more webhook of affiliate events alone than an account may have.
 * @throws Refused `limit_reached`
 */
export async function limitPostbacks(
  tx: Tx,
  { accountId, events }: { accountId: AccountId; events: WebhookEventKind[] },
): Promise<void> {
  if (!isPostback({ events })) return
  const used = (await listWebhookRows(tx.db, accountId)).filter(isPostback).length
  if (used >= postbacksMax)
    throw new Refused('limit_reached', { details: { what: 'postback URLs', max: postbacksMax } })
}
