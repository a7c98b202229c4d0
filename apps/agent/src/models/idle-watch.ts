import type { Clock } from '@gridloom/async/clock'
import type { Slots } from './slots.ts'

/** The time without a request after which an engine is idle, and the slots that show its use. */
export interface IdleWatchOptions {
  clock: Clock
  slots: Pick<Slots, 'busy' | 'queued' | 'usedMs'>
  /** `null`: it never is. */
  idleAfterMs: number | null
}

/** Resolves when no answer was made for the time; never resolves once the signal has aborted. */
export async function untilIdle(
  { clock, slots, idleAfterMs }: IdleWatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const sinceMs = clock.monotonicMs()
  const leftMs = () =>
    slots.busy + slots.queued > 0
      ? (idleAfterMs ?? 0)
      : Math.max(sinceMs, slots.usedMs) + (idleAfterMs ?? 0) - clock.monotonicMs()
  // @NOTE an aborted sleep ends the watch
  const rest = (ms: number) => clock.sleep(ms, signal).catch(() => undefined)
  while (!signal.aborted && idleAfterMs !== null && leftMs() > 0) await rest(leftMs())
  if (signal.aborted || idleAfterMs === null) await new Promise(() => {})
}
