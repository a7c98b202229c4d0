import type { Ctx } from '../ctx.ts'
import { deleteEventsBefore } from './business-events-store.ts'

const keptMs = 30 * 24 * 60 * 60 * 1_000

/** Deletes events that were parked, or whose subscriber no longer exists, after thirty days. */
export async function tidyBusinessEvents(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  const deleted = await ctx.transact((tx) => deleteEventsBefore(tx, before))
  if (deleted === 0) return
  ctx.log.warn({ event: 'business_events.expired', deleted }, 'events expired unhandled')
}
