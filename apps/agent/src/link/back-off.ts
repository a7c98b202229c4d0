import { withJitter } from '@gridloom/async/back-off'

/**
 * What ended the last attempt. `lost`: the connection, or nobody is there, as while a server restarts. `busy`: the server is
 * there and has no time. `refused`: it knows us and says no.
 */
export type ConnectionFailure = 'lost' | 'busy' | 'refused'

export const firstDelayMs = 500
/** A server that restarts is back within seconds, and to ask where nobody listens costs nobody anything. */
export const quickDelayMs = 3_000
/** So often it is asked quickly: for about a minute. */
export const quickLosses = 28
export const longestDelayMs = 30_000
export const refusedDelayMs = 5 * 60_000
/** A connection that held this long was a good one: counting starts anew. */
export const stableAfterMs = 60_000

/**
 * How long to wait before dialling again. `losses` counts those of its kind from 1; `random` in [0, 1) spreads many
 * agents over the upper half of the step, so that a restarted server is not met by all at once. Who finds it overrun gives
 * way at once, so that thousands come back over half a minute where they could not come back in three seconds.
 */
export function reconnectDelayMs(
  failure: ConnectionFailure,
  losses: number,
  random: number,
): number {
  return withJitter(stepMs(failure, losses), random)
}

function stepMs(failure: ConnectionFailure, losses: number): number {
  if (failure === 'refused') return refusedDelayMs
  const stepsBeyond = failure === 'busy' ? losses : losses - quickLosses
  if (stepsBeyond > 0) return Math.min(longestDelayMs, quickDelayMs * 2 ** stepsBeyond)
  return Math.min(quickDelayMs, firstDelayMs * 2 ** (losses - 1))
}
