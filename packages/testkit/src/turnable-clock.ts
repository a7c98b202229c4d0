import { type Clock, createClock } from '@gridloom/async/clock'

/**
 * A clock that advances by itself and can be turned forward. Server and agent share one, so that both see the same time
 * pass. The test clock of packages/async would not do: it stands still, while programs, sockets and the database of these
 * tests take real time.
 */
export interface TurnableClock extends Clock {
  /** Moves time forward at once and wakes the sleepers that are due by then, in the order of their times. */
  turn(ms: number): void
}

interface Sleeper {
  dueMs: number
  wake(): void
  timer: NodeJS.Timeout
}

/** The longest timer of Node.js; a longer sleep continues with another timer. */
const timerMsMax = 2 ** 31 - 1
/** A timer may fire a fraction of a millisecond early. */
const earlyMsMax = 1

/** Starts at the machine's own time. */
export function turnableClock(): TurnableClock {
  const startedAtMs = Date.now()
  const sleepers = new Set<Sleeper>()
  let turnedMs = 0
  const monotonicMs = () => performance.now() + turnedMs
  const startedMs = monotonicMs()

  function arm(sleeper: Sleeper): void {
    clearTimeout(sleeper.timer)
    const leftMs = Math.max(0, sleeper.dueMs - monotonicMs())
    sleeper.timer = setTimeout(() => ring(sleeper), Math.min(leftMs, timerMsMax)).unref()
  }

  function ring(sleeper: Sleeper): void {
    const isDue = sleeper.dueMs - monotonicMs() <= earlyMsMax
    if (!isDue) arm(sleeper)
    else if (sleepers.delete(sleeper)) sleeper.wake()
  }

  const clock = createClock({
    now: () => new Date(startedAtMs + monotonicMs() - startedMs),
    monotonicMs,
    after(ms, wake) {
      const sleeper: Sleeper = { dueMs: monotonicMs() + ms, wake, timer: setTimeout(() => {}, 0) }
      sleepers.add(sleeper)
      arm(sleeper)
      return () => {
        clearTimeout(sleeper.timer)
        sleepers.delete(sleeper)
      }
    },
  })

  return {
    ...clock,
    turn(ms) {
      turnedMs += ms
      const byTime = [...sleepers].sort((a, b) => a.dueMs - b.dueMs)
      for (const sleeper of byTime) {
        if (sleeper.dueMs <= monotonicMs()) ring(sleeper)
        else arm(sleeper)
      }
    },
  }
}
