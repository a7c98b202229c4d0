import { backOffMs } from '@gridloom/async/back-off'

const steps = { firstMs: 500, longestMs: 30_000 }

/** How long to wait after so many failures in a row: doubling from 0.5 s to 30 s, with jitter. `random` gives [0, 1). */
export function retryDelayMs(failures: number, random: () => number): number {
  return backOffMs(steps, failures, random())
}
