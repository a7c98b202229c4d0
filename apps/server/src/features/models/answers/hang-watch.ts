import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import { Refused } from '@gridloom/contract/errors'

/** Somebody who waits for a machine. */
export interface Listening {
  /** Something is waited for from now on. */
  waiting(): void
  /** It came. */
  heard(): void
  /** Nothing more is waited for. */
  over(): void
}

/** Notices machines that hang. */
export interface HangWatch extends AsyncDisposable {
  /** Calls `onHang`, once, when something was waited for longer than `silenceMs`, and a look's time at most beyond it. */
  listen(silenceMs: number, onHang: (why: Refused) => void): Listening
}

const lookEveryMs = 5_000

/** One look for all answers: a timer for each, not to speak of each token, is dear. */
export function createHangWatch(clock: Clock): HangWatch {
  const looks = new Set<(nowMs: number) => void>()
  const stop = new AbortController()
  const look = async () => {
    const nowMs = clock.monotonicMs()
    for (const one of looks) one(nowMs)
  }
  const looking = repeat({
    clock,
    everyMs: lookEveryMs,
    signal: stop.signal,
    work: look,
    failed: () => {},
  })
  return {
    listen(silenceMs, onHang) {
      let sinceMs: number | undefined
      const over = () => void looks.delete(one)
      const one = (nowMs: number) => {
        if (sinceMs === undefined || nowMs - sinceMs < silenceMs) return
        over()
        onHang(new Refused('upstream_failed', { internal: `silent for ${silenceMs} ms` }))
      }
      looks.add(one)
      return {
        waiting: () => {
          sinceMs = clock.monotonicMs()
        },
        heard: () => {
          sinceMs = undefined
        },
        over,
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await looking
    },
  }
}
