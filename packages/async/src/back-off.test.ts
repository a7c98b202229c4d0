import { expect, it } from 'vitest'
import { backOffMs, withJitter } from './back-off.ts'

const steps = { firstMs: 500, longestMs: 30_000 }

it('doubles from the first step to the longest', () => {
  const waits = [1, 2, 3, 7, 8, 5_000].map((failures) => backOffMs(steps, failures, 1))
  expect(waits).toEqual([500, 1_000, 2_000, 30_000, 30_000, 30_000])
})

it('spreads waits over the upper half of their step', () => {
  expect([0, 0.5, 1].map((random) => withJitter(1_000, random))).toEqual([500, 750, 1_000])
})
