import { expect, it } from 'vitest'
import { leastPayout, tokenUnits, transferFee } from './payout-fee.ts'

const gwei = 10n ** 9n

it('prices a transfer in dollars, rounded up', () => {
  expect(transferFee(gwei, 3_000_000_000)).toBe(300_000)
  expect(transferFee(1n, 1)).toBe(1)
  expect(transferFee(0n, 3_000_000_000)).toBe(0)
})

it('asks for as much as makes the fee 2 % of it', () => {
  expect(leastPayout(300_000, 2, 1_000_000)).toBe(15_000_000)
  expect(leastPayout(1, 2, 1_000_000)).toBe(1_000_000)
  expect(leastPayout(1_000_000, 100, 1)).toBe(1_000_001)
})

it('turns micro-dollars into units of 6 and of 18 decimals without loss', () => {
  expect(tokenUnits(1_234_567, 6)).toBe(1_234_567n)
  expect(tokenUnits(1_234_567, 18)).toBe(1_234_567_000_000_000_000n)
})
