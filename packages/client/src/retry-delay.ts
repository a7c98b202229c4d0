import { backOffMs } from '@gridloom/async/back-off'

const steps = { firstMs: 500, longestMs: 30_000 }

/** The delay after so many consecutive failures: doubling from 0.5 s to 30 s, with jitter. `random` returns [0, 1). */
export function retryDelayMs(failures: number, random: () => number): number {
  return backOffMs(steps, failures, random())
}
