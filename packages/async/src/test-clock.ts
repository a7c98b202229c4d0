import { type Clock, createClock } from './clock.ts'
import { nextTurn } from './next-turn.ts'

/** A clock that only advances when a test moves it. Sleepers wake in the order of their times. */
export interface TestClock extends Clock {
  /** Moves time forward, waking sleepers on the way and letting each run before the next wakes. */
  advance(ms: number): Promise<void>
  /** Moves time forward in one step, e.g. by days: a sleeper that was due several times wakes once, at the end. */
  jump(ms: number): Promise<void>
  /** Moves the wall clock forward or back, without affecting sleepers and monotonic time. */
  shiftWall(ms: number): void
}

interface Sleeper {
  atMs: number
  wake(): void
}

/** A test clock that starts at the given time. */
export function createTestClock(start: Date | string = '2026-01-01T00:00:00.000Z'): TestClock {
  const startMs = new Date(start).getTime()
  const sleepers = new Set<Sleeper>()
  let passedMs = 0
  let shiftedMs = 0
  const clock = createClock({
    now: () => new Date(startMs + passedMs + shiftedMs),
    monotonicMs: () => passedMs,
    after(ms, wake) {
      const sleeper = { atMs: passedMs + ms, wake }
      sleepers.add(sleeper)
      return () => sleepers.delete(sleeper)
    },
  })
  return {
    ...clock,
    shiftWall(ms) {
      shiftedMs += ms
    },
    async advance(ms) {
      const untilMs = passedMs + ms
      for (;;) {
        const next = earliest(sleepers)
        if (next === undefined || next.atMs > untilMs) break
        sleepers.delete(next)
        passedMs = Math.max(passedMs, next.atMs)
        next.wake()
        await nextTurn()
      }
      passedMs = untilMs
      await nextTurn()
    },
    async jump(ms) {
      passedMs += ms
      for (const sleeper of [...sleepers].filter(({ atMs }) => atMs <= passedMs)) {
        if (sleepers.delete(sleeper)) sleeper.wake()
      }
      await nextTurn()
    },
  }
}

/** The next sleeper; of several due at the same time, the one that started first. */
function earliest(sleepers: Iterable<Sleeper>): Sleeper | undefined {
  let found: Sleeper | undefined
  for (const sleeper of sleepers) {
    if (found === undefined || sleeper.atMs < found.atMs) found = sleeper
  }
  return found
}
