import type { Ctx } from '../../platform/ctx.ts'
import { deleteOldPrices } from './offer-prices-store.ts'

/** Deletes prices of offers from before the days that are shown. */
export async function tidyOfferPrices(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact((tx) => deleteOldPrices(tx, now))
}
