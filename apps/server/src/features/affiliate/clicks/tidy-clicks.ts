import type { Ctx } from '../../../platform/ctx.ts'
import { deleteOldClicks, dropHashes } from './clicks-store.ts'

const dayMs = 86_400_000
const keptDays = 400
const deletedAtOnce = 10_000

/** Deletes the hashes of networks after a day, and clicks after 400 days. */
export async function tidyClicks(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  const now = ctx.clock.now().getTime()
  await ctx.transact((tx) => dropHashes(tx, new Date(now - dayMs)))
  const before = new Date(now - keptDays * dayMs)
  for (;;) {
    const deleted = await ctx.transact((tx) =>
      deleteOldClicks(tx, { before, limit: deletedAtOnce }),
    )
    if (deleted < deletedAtOnce) return
  }
}
