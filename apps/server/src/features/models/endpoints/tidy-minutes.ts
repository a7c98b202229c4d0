import type { Ctx } from '../../../platform/ctx.ts'
import { deleteMinutes } from './minutes-store.ts'

/** A day, and an hour to spare. */
const keptMs = 25 * 3_600_000

/** Drops what nobody asks for any more. */
export function tidyMinutes(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  return ctx.transact((tx) => deleteMinutes(tx, before))
}
