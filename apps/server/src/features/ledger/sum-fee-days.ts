import type { Ctx } from '../../platform/ctx.ts'
import { deleteKeptFeeDays, insertKeptFeeDay, lockSummed } from './kept-of-many-store.ts'

const dayMs = 86_400_000
/** More than the days that rewards are weighed against. */
const keptDays = 100
/** A transaction that began before midnight is committed by then. */
const settledMs = 15 * 60_000

/**
 * Sums the kept fees of each UTC day that is over, each in a transaction of its own: a run that is killed is continued by
 * the next one. Without it sums are read from the ledger's entries, slowly.
 */
export async function sumFeeDays(ctx: Pick<Ctx, 'clock' | 'transact' | 'signal'>): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const oldest = dayOf(nowMs - keptDays * dayMs)
  for (;;) {
    if (ctx.signal.aborted) return
    const isMore = await ctx.transact(async (tx) => {
      const summed = await lockSummed(tx)
      const next = summed === undefined ? Date.parse(oldest) : summed.before.getTime()
      if (next + dayMs + settledMs > nowMs) return false
      await insertKeptFeeDay(tx, dayOf(next))
      return true
    })
    if (!isMore) break
  }
  await ctx.transact((tx) => deleteKeptFeeDays(tx, oldest))
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
