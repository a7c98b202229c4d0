import type { Timers } from './clock.ts'
import { pause } from './pause.ts'

/** Work that is done over and over. */
export interface RepeatedWork {
  clock: Timers
  /** From the end of one run, or the start, to the next run. */
  everyMs: number
  signal: AbortSignal
  work: () => Promise<void>
  /** Receives what a run throws; the next run comes all the same. */
  failed: (error: unknown) => void
}

/** Runs work every so often, never twice at once, until the signal aborts. Resolves when the last run has ended. */
export async function repeat(repeated: RepeatedWork): Promise<void> {
  const { clock, everyMs, signal, work, failed } = repeated
  for (;;) {
    await pause(clock, everyMs, signal)
    if (signal.aborted) return
    await work().catch(failed)
  }
}
