import { fakeClock } from '@gridloom/testkit/fake-clock'
import { expect, it } from 'vitest'
import { repeat, systemClock } from './clock.ts'

it('runs work at every turn until it is aborted, and none before the first', async () => {
  const { clock, runs, stop, over } = setup(async () => {})
  expect(runs()).toBe(0)
  await clock.advance(3_000)
  expect(runs()).toBe(3)
  stop.abort()
  await over
  await clock.advance(3_000)
  expect(runs()).toBe(3)
})

it('goes on after work that failed, and tells of it', async () => {
  const { clock, runs, failures, stop, over } = setup(async () => {
    throw new TypeError('no')
  })
  await clock.advance(2_000)
  expect(runs()).toBe(2)
  expect(failures).toHaveLength(2)
  stop.abort()
  await over
})

it('never runs twice at once: a slow run delays the next', async () => {
  const gate = Promise.withResolvers<void>()
  const { clock, runs, stop, over } = setup(() => gate.promise)
  await clock.advance(5_000)
  expect(runs()).toBe(1)
  gate.resolve()
  await clock.advance(0)
  await clock.advance(1_000)
  expect(runs()).toBe(2)
  stop.abort()
  await over
})

it('ends a sleep with the signal’s reason', async () => {
  const stop = new AbortController()
  const sleep = systemClock().sleep(60_000, stop.signal)
  stop.abort()
  await expect(sleep).rejects.toMatchObject({ name: 'AbortError' })
})

it('does not begin at all when it is aborted already', async () => {
  const ran: string[] = []
  await systemClock().every(
    60_000,
    AbortSignal.abort(),
    async () => void ran.push('ran'),
    () => {},
  )
  expect(ran).toEqual([])
})

function setup(work: () => Promise<void>) {
  const clock = fakeClock()
  const stop = new AbortController()
  const failures: unknown[] = []
  let runs = 0
  const over = repeat({
    ms: 1_000,
    signal: stop.signal,
    work: () => {
      runs += 1
      return work()
    },
    failed: (error) => failures.push(error),
    sleep: clock.sleep,
  })
  return { clock, stop, failures, over, runs: () => runs }
}
