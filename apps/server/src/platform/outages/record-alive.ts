import type { Ctx } from '../ctx.ts'
import { deleteOutagesBefore, insertOutage, lockAlive, putAlive } from './outages-store.ts'

/** A shorter gap is no outage: agents reconnect within it, and a write may be late. */
const outageAfterMs = 15_000
const keptMs = 90 * 24 * 60 * 60 * 1_000

/** Records that this replica runs. Run it every few seconds, on any number of replicas. */
export async function recordAlive(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  await ctx.transact((tx) => putAlive(tx, ctx.clock.now()))
}

/**
 * Records the outage that ends now, if no replica ran for a while. Call it once when a replica starts, before agents
 * can connect: a running one knows that it ran, however late its writes were.
 */
export async function recordOutage(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = ctx.clock.now()
    const at = await lockAlive(tx)
    const isOutage = at !== undefined && now.getTime() - at.getTime() > outageAfterMs
    if (isOutage) await insertOutage(tx, { from: at, to: now })
    await putAlive(tx, now)
    await deleteOutagesBefore(tx, new Date(now.getTime() - keptMs))
  })
}
