import type { Ctx } from '../../../platform/ctx.ts'
import type { Changes } from '../../../platform/database/listen.ts'
import { repeatOnChange } from '../../../platform/repeat-on-change.ts'
import type { OfferMessagesCtx } from '../ctx.ts'
import { sendSearches } from '../searches/send-searches.ts'
import { sendAlerts } from './send-alerts.ts'

/** Freed offers are looked for this often without a change, in case one was missed. */
const everyMs = 60_000
/** A busy market changes many times a second: changes within this time are one round. */
const gatherMs = 2_000

type StartCtx = OfferMessagesCtx &
  Pick<Ctx, 'log'> & { readonly changes: Pick<Changes, 'subscribe'> }

/** Sends alerts, and the messages of saved searches, in the background, soon after offers change anywhere. */
export function startAlerts(ctx: StartCtx): AsyncDisposable {
  const { clock, changes, log } = ctx
  return repeatOnChange({
    clock,
    changes,
    on: 'offers',
    everyMs,
    gatherMs,
    async work(signal) {
      await sendAlerts(ctx, signal)
      await sendSearches(ctx, signal)
    },
    failed(error, signal) {
      if (signal.aborted) return
      const text = 'sending alerts failed and is retried'
      log.error({ event: 'offer_alerts.send_failed', err: error }, text)
    },
  })
}
