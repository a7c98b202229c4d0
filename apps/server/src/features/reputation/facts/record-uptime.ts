import { evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import { listCountedHours } from '../../machines/index.ts'
import type { ReputationCtx } from '../ctx.ts'
import { recordFact } from '../evidence/record-fact.ts'
import { addHours, deleteDay, listEndedDays } from './uptime-store.ts'

const hourMs = 3_600_000
/** A day with fewer listed hours is no fact. */
const countedFromMs = 6 * hourMs
const daysAtOnce = 10_000

/**
 * Adds the last full hour to the day of each machine that is listed or rented, and turns days that are over into facts.
 * Run it once an hour; twice adds an hour once.
 */
export async function recordUptime(ctx: ReputationCtx): Promise<void> {
  const now = ctx.clock.now()
  const end = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  await ctx.transact(async (tx) => addHours(tx, end, await listCountedHours(tx.db, end)))
  const today = now.toISOString().slice(0, 10)
  for (const ended of await listEndedDays(ctx.db, today, daysAtOnce)) {
    const { machineId, day, onlineMs, countedMs } = ended
    await ctx.transact(async (tx) => {
      await deleteDay(tx, machineId, day)
      if (countedMs < countedFromMs) return
      await recordFact(ctx, tx, {
        ...{ machineId, kind: 'uptime', source: day, at: new Date(`${day}T23:00:00.000Z`) },
        value: Math.round((evidenceValueMax * Math.min(onlineMs, countedMs)) / countedMs),
      })
    })
  }
}
