import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { repeatWhenIdle } from './repeat-when-idle.ts'

const hourMs = 3_600_000

it('measures again after a pause, until enough runs agree', async () => {
  const test = setup({ stableAfter: 2 })
  await test.clock.advance(3 * 60_000)
  expect(test.runs()).toBe(0)
  await test.clock.advance(24 * hourMs)
  expect(test.runs()).toBe(2)
})

it('waits while the machine is rented', async () => {
  const test = setup({ isRented: true })
  await test.clock.advance(2 * hourMs)
  expect(test.runs()).toBe(0)
  test.state.isRented = false
  await test.clock.advance(12 * hourMs)
  expect(test.runs()).toBeGreaterThan(0)
})

it('waits while other work, such as rendering, uses the CPUs', async () => {
  const test = setup({ isLoaded: true })
  await test.clock.advance(2 * hourMs)
  expect(test.runs()).toBe(0)
  test.state.isLoaded = false
  await test.clock.advance(12 * hourMs)
  expect(test.runs()).toBeGreaterThan(0)
})

it('ends after 24 attempts on a machine whose runs never agree', async () => {
  const test = setup()
  await test.clock.advance(300 * hourMs)
  expect(test.runs()).toBe(24)
})

it('ends with the agent', async () => {
  const test = setup()
  test.stop.abort(new Error('the agent stops'))
  await expect(test.done).rejects.toThrow('the agent stops')
})

function setup({
  stableAfter = Number.POSITIVE_INFINITY,
  isRented = false,
  isLoaded = false,
} = {}) {
  const clock = createTestClock()
  const stop = new AbortController()
  const state = { isRented, isLoaded }
  let runs = 0
  let busyMs = 0
  const done = repeatWhenIdle(
    {
      clock,
      random: { next: () => 0.5 },
      rental: { isRented: () => state.isRented },
      readCpu: () => {
        if (state.isLoaded) busyMs = clock.monotonicMs()
        return { busyMs, totalMs: clock.monotonicMs(), ownMs: 0 }
      },
      isStable: () => runs >= stableAfter,
      measure: async () => {
        runs += 1
      },
    },
    stop.signal,
  )
  // The test that ends it expects the rejection.
  done.catch(() => undefined)
  return { clock, stop, state, done, runs: () => runs }
}
