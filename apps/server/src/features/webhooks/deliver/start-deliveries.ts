import { repeatOnChange } from '../../../platform/repeat-on-change.ts'
import type { WebhooksCtx } from '../ctx.ts'
import { DeliveryPool } from './delivery-pool.ts'

/** How often due deliveries are looked for without a notification: those that wait for another attempt. */
const everyMs = 5_000

/**
 * Sends deliveries in the background: at once when one is queued anywhere, when an attempt has ended, and by polling.
 * Disposing it interrupts the attempts in progress.
 */
export function startDeliveries(ctx: WebhooksCtx): AsyncDisposable {
  const { clock, log } = ctx
  if (ctx.receivers.privateAddresses === 'allow')
    log.warn({ event: 'webhooks.private_allowed' }, 'webhooks may be sent to private addresses')
  const waiting = new Set<() => void>()
  const pool = new DeliveryPool(ctx, () => {
    for (const wake of waiting) wake()
  })
  const loop = repeatOnChange({
    clock,
    changes: {
      subscribe(handle) {
        const wake = () => handle({ id: null, topic: 'webhook_due', accountId: null, subject: '' })
        waiting.add(wake)
        const unsubscribe = ctx.changes.subscribe(handle)
        return () => {
          waiting.delete(wake)
          unsubscribe()
        }
      },
    },
    on: 'webhook_due',
    everyMs,
    work: (signal) => pool.fill(signal),
    failed(error, signal) {
      if (signal.aborted) return
      log.error({ event: 'webhooks.claim_failed', err: error }, 'deliveries could not be claimed')
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await pool.close()
    },
  }
}
