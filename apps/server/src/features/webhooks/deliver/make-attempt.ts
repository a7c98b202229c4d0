import { systemClock } from '@gridloom/async/clock'
import { product } from '@gridloom/contract/core/product'
import { postOutside } from '../../../platform/outbound/post-outside.ts'
import type { WebhooksCtx } from '../ctx.ts'
import type { ClaimedDelivery } from '../deliveries-store.ts'
import { signedHeaders } from '../signature.ts'
import { urlOf } from './postback-url.ts'
import { failureOfStatus } from './schedule.ts'
import type { EndedAttempt } from './settle-attempt.ts'

const attemptLimitMs = 10_000

/** When other senders may claim a delivery that this one has: only a crashed sender loses it. */
export const leaseMs = 3 * attemptLimitMs

/** Sends a delivery once. Never rejects: every failure is the result of the attempt. */
export async function makeAttempt(
  ctx: Pick<WebhooksCtx, 'clock' | 'receivers'>,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<Omit<EndedAttempt, 'lease'>> {
  const at = ctx.clock.now()
  const startedMs = systemClock.monotonicMs()
  const { status, failure, responseStart, retryAfterMs } = await postOutside(ctx.receivers, {
    url: urlOf(delivery),
    headers: {
      'content-type': 'application/json',
      'user-agent': `${product.name}-Webhooks`,
      accept: '*/*',
      ...signedHeaders(secretsAt(delivery, at), {
        id: delivery.event_id,
        timestampS: Math.floor(at.getTime() / 1_000),
        body: delivery.body,
      }),
    },
    body: delivery.body,
    // The receiver's time does not follow our clock.
    signal: AbortSignal.any([signal, systemClock.timeout(attemptLimitMs)]),
  })
  return {
    at,
    duration_ms: Math.round(systemClock.monotonicMs() - startedMs),
    status,
    failure: failure ?? failureOfStatus(status ?? 0),
    responseStart,
    retryAfterMs,
  }
}

function secretsAt(delivery: ClaimedDelivery, at: Date): string[] {
  const { secret, previous_secret: previous, previous_secret_until: until } = delivery
  const both = previous !== null && until !== null && at < until
  return both ? [secret, previous] : [secret]
}
