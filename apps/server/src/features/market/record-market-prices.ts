import type { Ctx } from '../../platform/ctx.ts'
import { deletePricesBefore, insertMarketPrices } from './market-prices-store.ts'

const hourMs = 60 * 60 * 1_000
/** A day more than the line of prices shows. */
const keptMs = 31 * 24 * hourMs

/** Records the market's prices of this hour, and deletes those that no page shows any more. */
export async function recordMarketPrices(ctx: Ctx): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  await ctx.transact(async (tx) => {
    await insertMarketPrices(tx, new Date(nowMs - (nowMs % hourMs)))
    await deletePricesBefore(tx, new Date(nowMs - keptMs))
  })
}
