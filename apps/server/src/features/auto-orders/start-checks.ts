import { repeatOnChange } from '../../platform/repeat-on-change.ts'
import { checkDue } from './check-due.ts'
import type { AutoOrdersCtx } from './ctx.ts'

/** How often what is due by the clock is looked for. */
const everyMs = 5_000
/** Changes within this time are one round. */
const gatherMs = 1_000

/** Checks automatic orders in the background: when one is created, changed or made due by an offer, and by the clock. */
export function startChecks(ctx: AutoOrdersCtx): AsyncDisposable {
  const { clock, changes, log } = ctx
  return repeatOnChange({
    ...{ clock, changes, on: 'auto_order', everyMs, gatherMs },
    work: (signal) => checkDue({ ...ctx, signal }, signal),
    failed(error, signal) {
      if (signal.aborted) return
      const text = 'checking automatic orders failed and is retried'
      log.error({ event: 'auto_orders.check_failed', err: error }, text)
    },
  })
}
