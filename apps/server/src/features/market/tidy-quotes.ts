import type { Ctx } from '../../platform/ctx.ts'
import { deleteQuotesBefore } from './quotes-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Deletes quotes a day after they expired. */
export async function tidyQuotes(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - dayMs)
  await ctx.transact((tx) => deleteQuotesBefore(tx, before))
}
