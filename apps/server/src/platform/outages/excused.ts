import { machineSilentAfterMs } from '@gridloom/contract/core/constants'
import type { Span } from '@gridloom/domain/spans'
import type { Ctx } from '../ctx.ts'
import { listOutagesSince } from './outages-store.ts'

/** How long machines may take to reconnect after an outage; agents dial at least every 30 s. */
export const reconnectMs = 60_000

/** Returns the times since `since` in which machines could not report: outages, with the time to reconnect after each. */
export async function excusedSince({ db }: Pick<Ctx, 'db'>, since: Date): Promise<Span[]> {
  const outages = await listOutagesSince(db, new Date(since.getTime() - reconnectMs))
  return outages.map(({ from, to }) => ({
    fromMs: from.getTime(),
    toMs: to.getTime() + reconnectMs,
  }))
}

/**
 * Returns the time before which a machine must have been last seen to count as offline. While machines reconnect after
 * an outage, only those count that were offline before it.
 */
export async function offlineBefore(ctx: Pick<Ctx, 'clock' | 'db'>): Promise<Date> {
  const now = ctx.clock.now()
  const nowMs = now.getTime()
  const current = (await excusedSince(ctx, now)).find(
    ({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs,
  )
  return new Date((current?.fromMs ?? nowMs) - machineSilentAfterMs)
}
