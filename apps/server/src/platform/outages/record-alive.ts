import type { Ctx } from '../ctx.ts'
import { reconnectMs } from './excused.ts'
import {
  type Alive,
  deleteOutagesBefore,
  insertOutage,
  lockAlive,
  putAlive,
  putResumed,
} from './outages-store.ts'

/** A shorter gap is no outage by itself: agents reconnect within it, and a write may be late. */
const outageAfterMs = 15_000
const keptMs = 90 * 24 * 60 * 60 * 1_000

/** Records that this replica runs. Run it every few seconds, on any number of replicas. */
export async function recordAlive(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  await ctx.transact((tx) => putAlive(tx, ctx.clock.now()))
}

/**
 * Records the outage that ends now, if no replica ran for a while, or if the last start was so recent that machines had
 * no time to reconnect: a control plane that restarts again and again is away all the time. Call it once when a replica
 * starts, before agents can connect: a running one knows that it ran, however late its writes were.
 */
export async function recordOutage(ctx: Pick<Ctx, 'clock' | 'transact'>): Promise<void> {
  await ctx.transact(async (tx) => {
    const now = ctx.clock.now()
    const alive = await lockAlive(tx)
    if (alive !== undefined && isOutage(alive, now))
      await insertOutage(tx, { from: alive.at, to: now })
    await putResumed(tx, now)
    await deleteOutagesBefore(tx, new Date(now.getTime() - keptMs))
  })
}

function isOutage({ at, resumedAt }: Alive, now: Date): boolean {
  const sinceMs = now.getTime() - at.getTime()
  if (sinceMs <= 0) return false
  const isCrashLoop = resumedAt !== null && now.getTime() - resumedAt.getTime() < reconnectMs
  return isCrashLoop || sinceMs > outageAfterMs
}
