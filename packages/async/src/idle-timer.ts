import type { Clock } from './clock.ts'

/** Calls back when nothing has happened for a while. Nothing is set anew at each event, so events may come often. */
export interface IdleTimer {
  /** Begins to wait for so long. */
  start(idleMs: number): void
  /** Something happened: the wait begins anew. */
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
