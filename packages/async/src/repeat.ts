import type { Timers } from './clock.ts'
import { pause } from './pause.ts'

/** Work that is repeated. */
export interface RepeatedWork {
  clock: Timers
  /** From the start, or the end of a run, to the next run. */
  everyMs: number
  signal: AbortSignal
  work: () => Promise<void>
  /** Called with what a run throws; the work is repeated all the same. */
  failed: (error: unknown) => void
}

/** Runs work at intervals, never concurrently, until the signal aborts. Resolves when the last run has ended. */
export async function repeat(repeated: RepeatedWork): Promise<void> {
  const { clock, everyMs, signal, work, failed } = repeated
  for (;;) {
    await pause(clock, everyMs, signal)
    if (signal.aborted) return
    await work().catch(failed)
  }
}
