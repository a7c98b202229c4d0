import type { Ctx } from '../../platform/ctx.ts'
import { deleteDeliveriesBefore } from './deliveries-store.ts'

const keptMs = 30 * 24 * 60 * 60 * 1_000
const atOnceMax = 5_000

/** Deletes deliveries after thirty days, with their attempts, some at a time. */
export async function tidyDeliveries(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  for (let deleted = atOnceMax; deleted === atOnceMax; ) {
    ctx.signal.throwIfAborted()
    deleted = await ctx.transact((tx) => deleteDeliveriesBefore(tx, { before, most: atOnceMax }))
  }
}
