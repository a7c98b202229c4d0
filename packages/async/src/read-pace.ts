import { systemClock, type Timers } from './clock.ts'

/** Lets a busy socket rest between its reads. */
export interface ReadPace {
  /** Counts a read. Returns whether to go on at once; else reading goes on after a rest, if it is wanted then. */
  after(bytes: number): boolean
  /** Goes on reading, now or after the rest. */
  want(): void
}

interface ReadPaceOptions {
  /** Goes on reading. */
  resume(): void
  /** Milliseconds, which only ever grow. */
  nowMs?: () => number
  timers?: Timers
}

/** A read of so many bytes is large enough. */
const enoughBytes = 256 * 1024
const restMs = 2
const spanMs = 20
/** More in one span is bulk, 12 MiB/s: what a person types never waits. */
const busyBytes = 256 * 1024

/**
 * Creates the pace of a socket that carries bulk. What arrives meanwhile is one read then: each costs
 * processor time whatever its size, and without a rest they had 45 KiB each on average.
 */
export function createReadPace({
  resume,
  nowMs = systemClock.monotonicMs,
  timers = systemClock,
}: ReadPaceOptions): ReadPace {
  let spanAtMs = nowMs()
  let spanBytes = 0
  let isBusy = false
  let isResting = false
  let isWanted = false

  function wake(): void {
    isResting = false
    if (isWanted) resume()
  }

  return {
    after(bytes) {
      spanBytes += bytes
      const now = nowMs()
      if (now - spanAtMs >= spanMs) {
        // A span that ended long ago was not busy.
        isBusy = spanBytes > (busyBytes * (now - spanAtMs)) / spanMs
        spanAtMs = now
        spanBytes = 0
      }
      if (!isBusy || bytes >= enoughBytes || isResting) return !isResting
      isResting = true
      isWanted = false
      timers.after(restMs, wake)
      return false
    },
    want() {
      if (isResting) isWanted = true
      else resume()
    },
  }
}
