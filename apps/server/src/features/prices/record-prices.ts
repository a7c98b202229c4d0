import type { Ctx } from '../../platform/ctx.ts'
import { addLevels, deleteOld, insertHour, rollUpDays } from './record-prices-store.ts'

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
/** A month of hours, for the days that are summed up from them; suggestions read half of it. */
const keptMs = 32 * dayMs

/** Records the prices of this hour, and sums up today and yesterday. Doing it twice changes nothing. */
export async function recordPrices(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const hour = new Date(nowMs - (nowMs % hourMs))
  await ctx.transact(async (tx) => {
    const classes = await insertHour(tx, hour)
    if (classes.length > 0) await addLevels(tx, { classes, hour })
    await rollUpDays(tx, new Date(nowMs - dayMs))
    await deleteOld(tx, new Date(nowMs - keptMs))
  })
}
