import type { Ctx } from '../../platform/ctx.ts'
import { claimDue, deleteEndedBefore } from './auto-orders-store.ts'
import { checkAutoOrder } from './check-auto-order.ts'
import type { AutoOrdersCtx } from './ctx.ts'

/** Each that waits is checked at least this often; sooner when an offer that it matches becomes free. */
const everyMs = 60_000
const claimedAtOnce = 50
const dayMs = 24 * 60 * 60 * 1_000
const endedKeptMs = 90 * dayMs

/** Checks the automatic orders that are due, each on one replica; one that fails does not hold up the others. */
export async function checkDue(ctx: AutoOrdersCtx, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const now = ctx.clock.now()
    const dueAt = new Date(now.getTime() + everyMs)
    const ids = await ctx.transact((tx) => claimDue(tx, { now, dueAt, limit: claimedAtOnce }))
    for (const id of ids) {
      signal.throwIfAborted()
      await checkAutoOrder(ctx, id).catch((error: unknown) => {
        if (signal.aborted) return
        // @NOTE it is due again in a minute.
        const text = 'an automatic order could not be checked'
        ctx.log.error({ event: 'auto_order.check_failed', err: error, autoOrder: id }, text)
      })
    }
    if (ids.length === 0) return
  }
}

/** Deletes automatic orders that ended long ago, with their history; their instances stay. */
export async function tidyAutoOrders(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - endedKeptMs)
  await ctx.transact((tx) => deleteEndedBefore(tx, before))
}
