import type { Ctx } from './ctx.ts'

/**
 * Shares one reading of public data among all callers for a time, so that public calls cost the database at most one read
 * in it. A failed one is not shared with later callers.
 */
export function sharedReading<T, X extends Pick<Ctx, 'clock'>>(
  read: (ctx: X) => Promise<T>,
  sharedMs: number,
): (ctx: X) => Promise<T> {
  let latest: { untilMs: number; reading: Promise<T> } | undefined
  return async (ctx) => {
    const nowMs = ctx.clock.now().getTime()
    if (latest !== undefined && nowMs < latest.untilMs) return latest.reading
    const reading = read(ctx)
    const begun = { untilMs: nowMs + sharedMs, reading }
    latest = begun
    try {
      return await reading
    } catch (error) {
      if (latest === begun) latest = undefined
      throw error
    }
  }
}
