import type { Clock } from '@gridloom/async/clock'
import { repeat } from '@gridloom/async/repeat'
import { Refused } from '@gridloom/contract/errors'

/** The stall watch over one answer's engine. */
export interface StallWatch {
  /** Starts the wait for the next part. */
  waiting(): void
  /** Ends the wait: the part arrived. */
  received(): void
  /** Ends the watch. */
  end(): void
}

/** Detects engines that stop sending. */
export interface StallDetector extends AsyncDisposable {
  /** Calls `onStall` once when a wait takes longer than `stallMs`, at most one check interval late. */
  watch(stallMs: number, onStall: (why: Refused) => void): StallWatch
}

const checkEveryMs = 5_000

/** One timer for all answers: a timer for each answer, let alone each token, is expensive. */
export function createStallDetector(clock: Clock): StallDetector {
  const checks = new Set<(nowMs: number) => void>()
  const stop = new AbortController()
  const checkAll = async () => {
    const nowMs = clock.monotonicMs()
    for (const check of checks) check(nowMs)
  }
  const checking = repeat({
    clock,
    everyMs: checkEveryMs,
    signal: stop.signal,
    work: checkAll,
    failed: () => {},
  })
  return {
    watch(stallMs, onStall) {
      let sinceMs: number | undefined
      const end = () => void checks.delete(check)
      const check = (nowMs: number) => {
        if (sinceMs === undefined || nowMs - sinceMs < stallMs) return
        end()
        onStall(new Refused('upstream_failed', { internal: `silent for ${stallMs} ms` }))
      }
      checks.add(check)
      return {
        waiting: () => {
          sinceMs = clock.monotonicMs()
        },
        received: () => {
          sinceMs = undefined
        },
        end,
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await checking
    },
  }
}
