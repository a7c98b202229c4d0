import type { Clock as AgentClock } from '@gridloom/agent/host/clock'
import { repeat, type Clock as ServerClock } from '@gridloom/server/platform/clock'

/**
 * A clock that goes on by itself and can be turned forward. Server and agent take their time from the same one, so
 * that both saw pass what was turned.
 */
export interface TurnableClock {
  readonly server: ServerClock
  readonly agent: AgentClock
  /** Moves time on at once and wakes who is due by then, in the order of their times. */
  turn(ms: number): void
}

interface Sleeper {
  dueMs: number
  wake(): void
  timer: NodeJS.Timeout
}

/** What a timer of Node takes; a longer sleep is taken up again when it ends. */
const timerMsMax = 2 ** 31 - 1
/** A timer may fire a fraction of a millisecond early. */
const earlyMsMax = 1

/** Begins at the machine's own time. */
export function turnableClock(): TurnableClock {
  const startedAtMs = Date.now()
  const sleepers = new Set<Sleeper>()
  let turnedMs = 0
  const monotonicMs = () => performance.now() + turnedMs
  const startedMs = monotonicMs()
  const now = () => new Date(startedAtMs + monotonicMs() - startedMs)

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

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const giveUp = () => {
        clearTimeout(sleeper.timer)
        sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      const wake = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const sleeper: Sleeper = { dueMs: monotonicMs() + ms, wake, timer: setTimeout(() => {}, 0) }
      signal?.addEventListener('abort', giveUp, { once: true })
      sleepers.add(sleeper)
      arm(sleeper)
    })
  }

  return {
    server: {
      now,
      monotonicMs,
      sleep,
      every: (ms, signal, work, failed) => repeat({ ms, signal, work, failed, sleep }),
    },
    agent: { now, monotonicMs, sleep, every: (ms, tick) => tickEvery(sleep, ms, tick) },
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

function tickEvery(sleep: AgentClock['sleep'], ms: number, tick: () => void): () => void {
  const stop = new AbortController()
  const keepTicking = async () => {
    for (;;) {
      await sleep(ms, stop.signal)
      tick()
    }
  }
  // @NOTE an aborted sleep is the way out of the loop.
  keepTicking().catch(() => undefined)
  return () => stop.abort()
}
