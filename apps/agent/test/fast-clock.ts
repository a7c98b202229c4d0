import { type Clock, createClock, systemClock } from '@gridloom/async/clock'

/** The machine's clock with every wait divided by `times`, so that tests receive many heartbeats quickly. */
export function createFastClock(times: number): Clock {
  return createClock({
    ...systemClock,
    after: (ms, wake) => systemClock.after(ms / times, wake),
  })
}
