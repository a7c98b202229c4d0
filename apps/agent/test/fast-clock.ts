import { type Clock, createClock, systemClock } from '@gridloom/async/clock'

/** The machine's clock with every wait `times` shorter, so that tests see many heartbeats soon. */
export function createFastClock(times: number): Clock {
  return createClock({
    ...systemClock,
    after: (ms, wake) => systemClock.after(ms / times, wake),
  })
}
