import type { Ctx } from '../../../platform/ctx.ts'
import { deleteMinutes } from './minute-stats-store.ts'

/** A day, with an hour to spare. */
const keptMs = 25 * 3_600_000

/** Deletes minutes that are older than every window. */
export function tidyMinutes(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  return ctx.transact((tx) => deleteMinutes(tx, before))
}
