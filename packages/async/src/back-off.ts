/** The bounds of the waits between attempts. */
export interface BackOff {
  /** The wait before the second attempt. */
  firstMs: number
  longestMs: number
}

/** The wait after so many consecutive failures: doubling from the first step to the longest, with jitter. */
export function backOffMs(
  { firstMs, longestMs }: BackOff,
  failures: number,
  random: number,
): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30)
  return withJitter(Math.min(longestMs, firstMs * 2 ** doublings), random)
}

/**
 * Spreads waits over the upper half of their step, so that clients that failed together do not retry together; `random`
 * is in [0, 1). Source: "equal jitter", M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 */
export function withJitter(stepMs: number, random: number): number {
  return Math.round(stepMs / 2 + (stepMs / 2) * random)
}
