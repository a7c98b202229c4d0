import { expect, it } from 'vitest'
import { systemClock } from './clock.ts'
import { repeat } from './repeat.ts'
import { createTestClock } from './test-clock.ts'

it('runs work at every interval until it is aborted, and not before the first', async () => {
  const { clock, runs, stop, over } = setup(async () => {})
  expect(runs()).toBe(0)
  await clock.advance(3_000)
  expect(runs()).toBe(3)
  stop.abort()
  await over
  await clock.advance(3_000)
  expect(runs()).toBe(3)
})

it('continues after work that failed, and reports the error', async () => {
  const { clock, runs, failures, stop, over } = setup(async () => {
    throw new TypeError('no')
  })
  await clock.advance(2_000)
  expect(runs()).toBe(2)
  expect(failures).toHaveLength(2)
  stop.abort()
  await over
})

it('never runs concurrently: a slow run delays the next', async () => {
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

it('runs nothing when it is already aborted', async () => {
  const ran: string[] = []
  await repeat({
    clock: systemClock,
    everyMs: 60_000,
    signal: AbortSignal.abort(),
    work: async () => void ran.push('ran'),
    failed: () => {},
  })
  expect(ran).toEqual([])
})

function setup(work: () => Promise<void>) {
  const clock = createTestClock()
  const stop = new AbortController()
  const failures: unknown[] = []
  let runs = 0
  const over = repeat({
    clock,
    everyMs: 1_000,
    signal: stop.signal,
    work: () => {
      runs += 1
      return work()
    },
    failed: (error) => failures.push(error),
  })
  return { clock, stop, failures, over, runs: () => runs }
}
