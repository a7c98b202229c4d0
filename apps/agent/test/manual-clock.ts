import type { Clock } from '../src/host/clock.ts'

/** A clock that stands still until it is told to go on. */
export interface ManualClock extends Clock {
  /** Lets time pass; sleepers and ticks that fall due run in order. Resolves when they were called. */
  advance(ms: number): Promise<void>
  /** Somebody sets the wall clock; nothing else notices. */
  jump(ms: number): void
}

interface Waiter {
  atMs: number
  repeatMs: number | undefined
  run: () => void
}

export function createManualClock(startsAt = new Date('2026-01-01T00:00:00.000Z')): ManualClock {
  const waiters = new Set<Waiter>()
  let passedMs = 0
  let jumpedMs = 0

  function wait(ms: number, repeatMs: number | undefined, run: () => void): () => void {
    const waiter = { atMs: passedMs + ms, repeatMs, run }
    waiters.add(waiter)
    return () => waiters.delete(waiter)
  }

  function nextUntil(endMs: number): Waiter | undefined {
    const due = [...waiters].filter(({ atMs }) => atMs <= endMs)
    return due.sort((one, other) => one.atMs - other.atMs)[0]
  }

  return {
    now: () => new Date(startsAt.getTime() + passedMs + jumpedMs),
    monotonicMs: () => passedMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const end = wait(ms, undefined, resolve)
        signal?.addEventListener('abort', () => {
          end()
          reject(signal.reason)
        })
      }),
    every: (ms, tick) => wait(ms, ms, tick),
    jump: (ms) => {
      jumpedMs += ms
    },
    advance: async (ms) => {
      const endMs = passedMs + ms
      for (let due = nextUntil(endMs); due !== undefined; due = nextUntil(endMs)) {
        passedMs = Math.max(passedMs, due.atMs)
        if (due.repeatMs === undefined) waiters.delete(due)
        else due.atMs += due.repeatMs
        due.run()
        await settled()
      }
      passedMs = endMs
      await settled()
    },
  }
}

/** Lets what was woken run on to where it waits again. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
