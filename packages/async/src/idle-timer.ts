import type { Clock } from './clock.ts'

/** Calls back after a time without activity. Activity does not reset the underlying timer, so it may be frequent. */
export interface IdleTimer {
  /** Starts waiting for this long. */
  start(idleMs: number): void
  /** Reports activity: the wait starts again. */
  touch(): void
  stop(): void
}

export function createIdleTimer(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  onIdle: () => void,
): IdleTimer {
  let idleMs = 0
  let activeAtMs = 0
  let cancel: (() => void) | undefined

  function wait(ms: number): void {
    cancel = clock.after(ms, () => {
      cancel = undefined
      const leftMs = activeAtMs + idleMs - clock.monotonicMs()
      if (leftMs > 0) wait(leftMs)
      else onIdle()
    })
  }

  function stop(): void {
    cancel?.()
    cancel = undefined
  }

  return {
    start: (ms) => {
      activeAtMs = clock.monotonicMs()
      if (cancel !== undefined && ms === idleMs) return
      stop()
      idleMs = ms
      wait(ms)
    },
    touch: () => {
      activeAtMs = clock.monotonicMs()
      if (cancel === undefined) wait(idleMs)
    },
    stop,
  }
}
