import type { Ctx } from '../../platform/ctx.ts'
import { deleteSamplesBefore } from './metrics-store.ts'
import { deleteOrderKeysBefore } from './order-keys-store.ts'
import { deleteUsageEntriesBefore } from './usage-entries-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Deletes metrics after a week, order keys after a day, and the evidence of charged silences after a year. */
export async function tidyInstances(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  await ctx.transact(async (tx) => {
    await deleteSamplesBefore(tx, new Date(nowMs - 7 * dayMs))
    await deleteOrderKeysBefore(tx, new Date(nowMs - dayMs))
    await deleteUsageEntriesBefore(tx, new Date(nowMs - 365 * dayMs))
  })
}
