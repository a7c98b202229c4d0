import { expect, it } from 'vitest'
import { createTestClock } from './test-clock.ts'
import { waitAtMost } from './wait-at-most.ts'

it('waits for work that ends within the time', async () => {
  const work = Promise.resolve('done')
  await waitAtMost(createTestClock(), { ms: 1_000 }, work)
  expect(await work).toBe('done')
})

it('waits no longer than the time limit', async () => {
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

it('stops waiting when its signal aborts', async () => {
  const stop = new AbortController()
  const never = new Promise(() => {})
  const waiting = waitAtMost(createTestClock(), { ms: 1_000, signal: stop.signal }, never)
  stop.abort()
  await waiting
})

it('rejects with the error of the work', async () => {
  const work = Promise.reject(new TypeError('broken'))
  await expect(waitAtMost(createTestClock(), { ms: 1_000 }, work)).rejects.toThrow('broken')
})
