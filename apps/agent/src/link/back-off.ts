/** What ended the last attempt: the network (or a restart), or a server that knows us and says no. */
export type Setback = 'lost' | 'refused'

export const firstDelayMs = 500
export const longestDelayMs = 30_000
export const refusedDelayMs = 5 * 60_000
/** A connection that held this long was a good one: counting starts anew. */
export const stableAfterMs = 60_000

/**
 * How long to wait before dialling again. `losses` counts from 1; `chance` in [0, 1) spreads many
 * agents over the upper half of the step, so that a restarted server is not met by all at once.
 */
export function reconnectDelayMs(setback: Setback, losses: number, chance: number): number {
  if (setback === 'refused') return spread(refusedDelayMs, chance)
  return spread(Math.min(longestDelayMs, firstDelayMs * 2 ** (losses - 1)), chance)
}

function spread(stepMs: number, chance: number): number {
  return Math.round(stepMs / 2 + (stepMs / 2) * chance)
}
