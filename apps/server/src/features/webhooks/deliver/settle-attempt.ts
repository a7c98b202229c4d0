import type { WebhookAttempt } from '@gridloom/contract/webhooks/delivery'
import type { Tx } from '../../../platform/ctx.ts'
import type { WebhooksCtx } from '../ctx.ts'
import { type ClaimedDelivery, insertAttempt, settleDelivery } from '../deliveries-store.ts'
import { disableWebhook } from '../disable-webhook.ts'
import { publishWebhook } from '../publish-webhook.ts'
import type { WebhookRow } from '../schema.ts'
import { lockWebhook, updateWebhook } from '../webhooks-store.ts'
import { waitAfter } from './schedule.ts'

/** An attempt that ended, with the lease under which it was made. */
export interface EndedAttempt extends Omit<WebhookAttempt, 'at' | 'response_start'> {
  at: Date
  responseStart: string
  /** How long the receiver asks us to wait; `null`: it does not say. */
  retryAfterMs: number | null
  lease: string
}

/** A webhook whose attempts have all failed for so long is disabled when the next delivery is given up. */
const failingForMs = 3 * 24 * 60 * 60 * 1_000
/** The receiver no longer exists. Source: RFC 9110 §15.5.11; Standard Webhooks, "Responding". */
const gone = 410

/** Stores an attempt and what follows from it, unless another sender has the delivery meanwhile. */
export async function settleAttempt(
  ctx: WebhooksCtx,
  delivery: ClaimedDelivery,
  attempt: EndedAttempt,
): Promise<void> {
  await ctx.transact(async (tx) => {
    // Before the delivery's row, as everything that holds both locks them in this order.
    const webhook = await lockWebhook(tx, delivery.webhook_id)
    if (webhook === undefined) return
    const now = ctx.clock.now()
    const waitMs = attempt.failure === null ? null : waitOf(ctx, delivery, { webhook, attempt })
    const settled = await settleDelivery(
      tx,
      { id: delivery.id, lease: attempt.lease },
      {
        state: stateOf(attempt, waitMs),
        ...(waitMs === null ? {} : { next_try_at: new Date(now.getTime() + waitMs) }),
      },
    )
    if (settled === 'lost') return logRepeated(ctx, delivery)
    await insertAttempt(tx, {
      delivery_id: delivery.id,
      number: delivery.attempts,
      at: attempt.at,
      duration_ms: attempt.duration_ms,
      status: attempt.status,
      failure: attempt.failure,
      response_start: attempt.responseStart,
    })
    if (delivery.kind !== 'webhook.test')
      await judgeWebhook(ctx, tx, { webhook, attempt, givenUp: waitMs === null })
    await publishWebhook(tx, delivery.account_id)
  })
}

/** Nothing is sent to a webhook that was disabled meanwhile. */
function waitOf(
  ctx: WebhooksCtx,
  { kind, step }: ClaimedDelivery,
  { webhook, attempt }: { webhook: WebhookRow; attempt: EndedAttempt },
) {
  if (webhook.disabled_reason !== null) return null
  const { retryAfterMs } = attempt
  return waitAfter({ kind, step, random: ctx.ids.random(), retryAfterMs })
}

function stateOf({ failure }: EndedAttempt, waitMs: number | null) {
  if (failure === null) return 'delivered' as const
  return waitMs === null ? ('failed' as const) : ('waiting' as const)
}

interface Judged {
  webhook: WebhookRow
  attempt: EndedAttempt
  givenUp: boolean
}

async function judgeWebhook(
  ctx: WebhooksCtx,
  tx: Tx,
  { webhook, attempt, givenUp }: Judged,
): Promise<void> {
  const now = ctx.clock.now()
  if (attempt.failure === null) {
    await updateWebhook(tx, webhook.id, { failing_since: null, last_delivered_at: now })
    return
  }
  const since = webhook.failing_since ?? attempt.at
  await updateWebhook(tx, webhook.id, { failing_since: since })
  if (attempt.status === gone) return disableWebhook(ctx, tx, webhook, 'gone')
  if (givenUp && now.getTime() - since.getTime() >= failingForMs)
    await disableWebhook(ctx, tx, webhook, 'failing')
}

function logRepeated(ctx: WebhooksCtx, { id }: ClaimedDelivery): void {
  ctx.log.warn(
    { event: 'webhook.possibly_repeated', delivery: id },
    'an event may have been sent twice',
  )
}
