import { waitAtMost } from '@gridloom/async/wait-at-most'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import { type AlertsCtx, sendAlerts } from './send-alerts.ts'

/** Freed offers are looked for this often without a change, in case one was missed. */
const lookEveryMs = 60_000
/** A busy market changes many times a second: changes within this time are one round. */
const gatherMs = 2_000

type StartCtx = AlertsCtx & Pick<Ctx, 'log'> & { readonly changes: Pick<Changes, 'subscribe'> }

/** Sends alerts in the background, soon after offers change anywhere. */
export function startAlerts(ctx: StartCtx): AsyncDisposable {
  const stop = new AbortController()
  let news = Promise.withResolvers<void>()
  const unsubscribe = ctx.changes.subscribe(({ topic }) => {
    if (topic === 'offers') news.resolve()
  })
  const keepSending = async () => {
    while (!stop.signal.aborted) {
      // Renewed before looking, so that an offer freed meanwhile is not missed.
      news = Promise.withResolvers()
      await sendAlerts(ctx, stop.signal).catch((error: unknown) => {
        if (stop.signal.aborted) return
        const text = 'sending alerts failed and is retried'
        ctx.log.error({ event: 'offer_alerts.send_failed', err: error }, text)
      })
      await waitAtMost(ctx.clock, { ms: lookEveryMs, signal: stop.signal }, news.promise)
      const { promise: never } = Promise.withResolvers<void>()
      await waitAtMost(ctx.clock, { ms: gatherMs, signal: stop.signal }, never)
    }
  }
  const loop = keepSending()
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe()
      stop.abort()
      await loop
    },
  }
}
