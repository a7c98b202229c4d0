import { type Clock, createClock, systemClock } from './clock.ts'
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

/** The machine's clock, but everything on it takes so many times less: many heartbeats pass while a test waits. */
export function createFastClock(times: number): Clock {
  return createClock({
    now: systemClock.now,
    monotonicMs: () => systemClock.monotonicMs() * times,
    after: (ms, wake) => systemClock.after(ms / times, wake),
  })
}

/** A clock on which waits pass at once, except the held ones. */
export interface InstantClock extends Clock {
  /** The waits that passed at once, in milliseconds. */
  waitsMs(): readonly number[]
  /** Lets a held wait of this length pass, as soon as something waits for it. */
  pass(ms: number): Promise<void>
}

/** `heldMs`: lengths of the waits that pass only when a test lets them. */
export function createInstantClock(heldMs: readonly number[]): InstantClock {
  const passedMs: number[] = []
  const held = new Map<() => void, number>()
  let begun = Promise.withResolvers<void>()
  const clock = createClock({
    now: systemClock.now,
    monotonicMs: systemClock.monotonicMs,
    after(ms, wake) {
      if (heldMs.includes(ms)) {
        held.set(wake, ms)
        begun.resolve()
        return () => held.delete(wake)
      }
      passedMs.push(ms)
      queueMicrotask(wake)
      return () => undefined
    },
  })
  return {
    ...clock,
    waitsMs: () => passedMs,
    async pass(ms) {
      const due = () => [...held].filter(([, waitMs]) => waitMs === ms)
      while (due().length === 0) {
        begun = Promise.withResolvers()
        await begun.promise
      }
      for (const [wake] of due()) wake()
    },
  }
}
