import type { Clock } from '@gridloom/async/clock'
import type { RentalWatch } from '../host/rental-watch.ts'
import { type CpuSample, wasLoaded } from './foreign-load.ts'

export interface RepeatOptions {
  clock: Pick<Clock, 'sleep'>
  random: { next(): number }
  rental: Pick<RentalWatch, 'isRented'>
  readCpu: () => CpuSample
  /** Whether enough runs agree already. */
  isStable: () => boolean
  /** Measures once; resolves when it ended, also when it ended early. */
  measure: () => Promise<void>
}

const firstAfterMs = 5 * 60_000
const longestAfterMs = 6 * 60 * 60_000
const attemptsMax = 24
/** How long the machine is watched before a repetition. */
const watchedMs = 2_000

/**
 * Measures again until enough runs agree, only while nothing is rented and no other work (such as rendering) uses the
 * CPUs. The pauses double from five minutes to six hours, each with a quarter of jitter; after 24 attempts it ends until
 * the agent starts again. Rejects with the signal's reason.
 */
export async function repeatWhenIdle(options: RepeatOptions, signal: AbortSignal): Promise<void> {
  const { clock, random, rental, readCpu } = options
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const pauseMs = Math.min(longestAfterMs, firstAfterMs * 2 ** attempt)
    await clock.sleep(pauseMs * (0.75 + random.next() / 2), signal)
    if (options.isStable()) return
    if (rental.isRented()) continue
    const before = readCpu()
    await clock.sleep(watchedMs, signal)
    if (!rental.isRented() && !wasLoaded(before, readCpu())) await options.measure()
  }
}
