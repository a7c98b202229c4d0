import { expect, it } from 'vitest'
import { createTestClock } from './test-clock.ts'
import { waitAtMost } from './wait-at-most.ts'

it('waits for the work where that is quicker', async () => {
  const work = Promise.resolve('done')
  await waitAtMost(createTestClock(), { ms: 1_000 }, work)
  expect(await work).toBe('done')
})

it('waits no longer than told', async () => {
  const clock = createTestClock()
  let hasWaited = false
  const waiting = waitAtMost(clock, { ms: 1_000 }, new Promise(() => {})).then(() => {
    hasWaited = true
  })
  await clock.advance(999)
  expect(hasWaited).toBe(false)
  await clock.advance(1)
  await waiting
  expect(hasWaited).toBe(true)
})

it('waits no longer once its signal aborts', async () => {
  const stop = new AbortController()
  const never = new Promise(() => {})
  const waiting = waitAtMost(createTestClock(), { ms: 1_000, signal: stop.signal }, never)
  stop.abort()
  await waiting
})

it('fails as the work fails', async () => {
  const work = Promise.reject(new TypeError('broken'))
  await expect(waitAtMost(createTestClock(), { ms: 1_000 }, work)).rejects.toThrow('broken')
})
