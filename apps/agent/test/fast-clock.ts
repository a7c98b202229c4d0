import { type Clock, systemClock } from '../src/host/clock.ts'

/** The machine's clock with every wait `times` shorter, so that tests see many heartbeats soon. */
export function createFastClock(times: number): Clock {
  return {
    ...systemClock,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
    every: (ms, tick) => systemClock.every(ms / times, tick),
  }
}
