import { expect, it } from 'vitest'
import { createIdleTimer } from './idle-timer.ts'
import { createTestClock } from './test-clock.ts'

it('calls back after the whole time without activity', async () => {
  const { clock, timer, calls } = setup()
  timer.start(1_000)
  await clock.advance(900)
  timer.touch()
  await clock.advance(999)
  expect(calls()).toBe(0)
  await clock.advance(1)
  expect(calls()).toBe(1)
})

it('waits again after later activity', async () => {
  const { clock, timer, calls } = setup()
  timer.start(1_000)
  await clock.advance(5_000)
  expect(calls()).toBe(1)
  timer.touch()
  await clock.advance(1_000)
  expect(calls()).toBe(2)
})

it('waits for the time of its newest start', async () => {
  const { clock, timer, calls } = setup()
  timer.start(10_000)
  timer.start(1_000)
  await clock.advance(999)
  expect(calls()).toBe(0)
  await clock.advance(1)
  expect(calls()).toBe(1)
})

it('never calls back once it is stopped', async () => {
  const { clock, timer, calls } = setup()
  timer.start(1_000)
  timer.stop()
  await clock.advance(5_000)
  expect(calls()).toBe(0)
})

function setup() {
  const clock = createTestClock()
  let calls = 0
  const timer = createIdleTimer(clock, () => {
    calls += 1
  })
  return { clock, timer, calls: () => calls }
}
