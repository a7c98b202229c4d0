import type { Ctx } from './ctx.ts'

/**
 * Shares one reading of public data among all callers for `lifeMs`, so that public calls cost the database at most one in
 * that time. A failed one is not shared with later callers.
 */
export function sharedReading<X extends Pick<Ctx, 'clock'>, T>(
  lifeMs: number,
  read: (ctx: X) => Promise<T>,
): (ctx: X) => Promise<T> {
  let latest: { untilMs: number; reading: Promise<T> } | undefined
  return async (ctx) => {
    const nowMs = ctx.clock.now().getTime()
    if (latest !== undefined && nowMs < latest.untilMs) return latest.reading
    const reading = read(ctx)
    const begun = { untilMs: nowMs + lifeMs, reading }
    latest = begun
    try {
      return await reading
    } catch (error) {
      if (latest === begun) latest = undefined
      throw error
    }
  }
}
