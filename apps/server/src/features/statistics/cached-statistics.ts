import type { Statistics } from '@gridloom/contract/statistics/statistics'
import type { Ctx } from '../../platform/ctx.ts'

/** How long an answer is shared: a public call costs the database at most one read in this time. */
export const statisticsCachedMs = 30_000

/** Shares one reading among all callers for {@link statisticsCachedMs}. A failed one is not shared with later callers. */
export function cachedStatistics<X extends Pick<Ctx, 'clock'>>(
  read: (ctx: X) => Promise<Statistics>,
): (ctx: X) => Promise<Statistics> {
  let latest: { untilMs: number; reading: Promise<Statistics> } | undefined
  return async (ctx) => {
    const nowMs = ctx.clock.now().getTime()
    if (latest !== undefined && nowMs < latest.untilMs) return latest.reading
    const reading = read(ctx)
    const begun = { untilMs: nowMs + statisticsCachedMs, reading }
    latest = begun
    try {
      return await reading
    } catch (error) {
      if (latest === begun) latest = undefined
      throw error
    }
  }
}
