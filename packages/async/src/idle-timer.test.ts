import { expect, it } from 'vitest'
import { createIdleTimer } from './idle-timer.ts'
import { createTestClock } from './test-clock.ts'

it('calls back once nothing has happened for the whole time', async () => {
  const { clock, timer, calls } = setup()
  timer.start(1_000)
  await clock.advance(900)
  timer.touch()
  await clock.advance(999)
  expect(calls()).toBe(0)
  await clock.advance(1)
  expect(calls()).toBe(1)
})

it('waits again after what happens later', async () => {
  const { clock, timer, calls } = setup()
  timer.start(1_000)
  await clock.advance(5_000)
  expect(calls()).toBe(1)
  timer.touch()
  await clock.advance(1_000)
  expect(calls()).toBe(2)
})

it('waits for its newest time, from its newest start', async () => {
  const { clock, timer, calls } = setup()
  timer.start(10_000)
  timer.start(1_000)
  await clock.advance(999)
  expect(calls()).toBe(0)
  await clock.advance(1)
  expect(calls()).toBe(1)
})

it('never calls back once it was stopped', async () => {
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
