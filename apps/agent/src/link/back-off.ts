import { backOffMs, withJitter } from '@gridloom/async/back-off'

/**
 * Why the last attempt failed. `lost`: the connection broke or nothing answers, as while a server restarts. `busy`: the
 * server is reachable but overloaded. `refused`: the server knows the machine and rejects it.
 */
export type ConnectionFailure = 'lost' | 'busy' | 'refused'

export const firstDelayMs = 500
/**
 * Delay while a restart is likely: a server that restarts is back within seconds, and dialling a closed port is cheap.
 */
export const quickDelayMs = 3_000
/** Losses with a quick delay: about a minute of dialling. */
export const quickLosses = 28
export const longestDelayMs = 30_000
export const refusedDelayMs = 5 * 60_000
/** A connection that lasted this long was stable: the failure counts start again at zero. */
export const stableAfterMs = 60_000

const quickSteps = { firstMs: firstDelayMs, longestMs: quickDelayMs }
const longSteps = { firstMs: 2 * quickDelayMs, longestMs: longestDelayMs }

/**
 * Returns how long to wait before dialling again. `losses` counts failures of this kind from 1. `random` in [0, 1)
 * spreads many agents over the upper half of the step, so that they do not all reach a restarted server at once. A busy
 * server gets the long delays from the first failure on, so that thousands of agents return over half a minute rather
 * than within three seconds.
 */
export function reconnectDelayMs(
  failure: ConnectionFailure,
  losses: number,
  random: number,
): number {
  if (failure === 'refused') return withJitter(refusedDelayMs, random)
  const stepsBeyond = failure === 'busy' ? losses : losses - quickLosses
  const [steps, failures] = stepsBeyond > 0 ? [longSteps, stepsBeyond] : [quickSteps, losses]
  return backOffMs(steps, failures, random)
}
