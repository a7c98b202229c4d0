import { type Clock, repeat } from '@gridloom/server/platform/clock'

/** A clock that stands until it is turned; whoever sleeps wakes in the order of their times. */
export interface FakeClock extends Clock {
  /** Moves time on, waking sleepers on the way and letting each run before the next wakes. */
  advance(ms: number): Promise<void>
  /** Moves time on in one step: whoever should have woken on the way wakes once, at the end. For days. */
  jump(ms: number): Promise<void>
}

interface Sleeper {
  atMs: number
  wake(): void
}

/** Starts at the given time (a fixed one unless told). */
export function fakeClock(start = '2026-01-01T00:00:00.000Z'): FakeClock {
  const startMs = Date.parse(start)
  let nowMs = startMs
  const sleepers = new Set<Sleeper>()
  const sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted()
      const giveUp = () => {
        sleepers.delete(sleeper)
        reject(signal.reason)
      }
      const wake = () => {
        // A signal that a loop sleeps on for hours would look through all that it was ever given.
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const sleeper = { atMs: nowMs + ms, wake }
      sleepers.add(sleeper)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - startMs,
    sleep,
    every: (ms, signal, work, failed) => repeat({ ms, signal, work, failed, sleep }),
    async advance(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        const next = [...sleepers].sort((a, b) => a.atMs - b.atMs)[0]
        if (next === undefined || next.atMs > untilMs) break
        sleepers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.wake()
        await settle()
      }
      nowMs = untilMs
      await settle()
    },
    async jump(ms) {
      nowMs += ms
      for (const sleeper of [...sleepers].filter(({ atMs }) => atMs <= nowMs)) {
        sleepers.delete(sleeper)
        sleeper.wake()
      }
      await settle()
    },
  }
}

/** Lets everything that is ready to run do so, promises and I/O callbacks alike. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
