import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createConnectionLimits } from './connection-limits.ts'

it('bounds the connections of a network that have not authenticated, and no others', () => {
  const limits = createConnectionLimits(createTestClock())
  const entered = Array.from({ length: 20 }, () => limits.enter('2001:db8::1'))
  expect(entered.every((one) => one !== undefined)).toBe(true)
  expect(limits.enter('2001:db8::ffff')).toBeUndefined()
  expect(limits.enter('192.0.2.1')).toBeDefined()
  entered[0]?.leave()
  expect(limits.enter('2001:db8::2')).toBeDefined()
})

it('counts a connection as its account’s once it is authenticated', () => {
  const limits = createConnectionLimits(createTestClock())
  for (let at = 0; at < 100; at += 1) {
    expect(limits.enter('192.0.2.1')?.authenticated('acc_1')).toBe(true)
  }
  const more = limits.enter('192.0.2.1')
  expect(more?.authenticated('acc_1')).toBe(false)
  expect(more?.authenticated('acc_2')).toBe(true)
})

it('lets a network that failed too often wait', async () => {
  const clock = createTestClock()
  const limits = createConnectionLimits(clock)
  for (let at = 0; at < 70; at += 1) {
    const one = limits.enter('192.0.2.1')
    one?.failed()
    one?.leave()
  }
  expect(limits.enter('192.0.2.1')).toBeUndefined()
  await clock.advance(2_000)
  expect(limits.enter('192.0.2.1')).toBeDefined()
})

it('lets 60 of 10,000 guesses of a network through at once, and then one a second', async () => {
  const clock = createTestClock()
  const limits = createConnectionLimits(clock)
  let guesses = 0
  for (let at = 0; at < 10_000; at += 1) {
    const one = limits.enter('192.0.2.1')
    if (one === undefined) continue
    guesses += 1
    one.failed()
    one.leave()
  }
  expect(guesses).toBeLessThanOrEqual(61)
  for (let second = 0; second < 100; second += 1) {
    await clock.advance(1_000)
    for (let at = 0; at < 100; at += 1) {
      const one = limits.enter('192.0.2.1')
      if (one !== undefined) guesses += 1
      one?.failed()
      one?.leave()
    }
  }
  expect(guesses).toBeLessThanOrEqual(61 + 101)
  expect(limits.enter('192.0.2.2')).toBeDefined()
})
