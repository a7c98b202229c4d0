import type { Ctx } from '../../platform/ctx.ts'
import { deleteSamplesBefore } from './metrics-store.ts'
import { deleteOrderKeysBefore } from './order-keys-store.ts'
import { deleteQuotesBefore } from './quotes-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Deletes what is past its use: metrics after a week, order keys and quotes after a day. */
export async function tidyInstances(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  await ctx.transact(async (tx) => {
    await deleteSamplesBefore(tx, new Date(nowMs - 7 * dayMs))
    await deleteOrderKeysBefore(tx, new Date(nowMs - dayMs))
    await deleteQuotesBefore(tx, new Date(nowMs - dayMs))
  })
}
