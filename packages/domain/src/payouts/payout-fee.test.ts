import { expect, it } from 'vitest'
import {
  feeOf,
  leastAfterFee,
  leastPayout,
  tokenUnits,
  transferFee,
  transferGas,
} from './payout-fee.ts'

const gwei = 10n ** 9n

it('prices a transfer in dollars, rounded up', () => {
  expect(transferFee({ gas: transferGas, gasPrice: gwei, microUsdPerCoin: 3_000_000_000 })).toBe(
    300_000,
  )
  expect(transferFee({ gas: transferGas, gasPrice: 1n, microUsdPerCoin: 1 })).toBe(1)
  expect(transferFee({ gas: transferGas, gasPrice: 0n, microUsdPerCoin: 3_000_000_000 })).toBe(0)
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

it('adds a share of the amount to a fixed fee, in whole cents', () => {
  expect(feeOf({ fixed: 250_000, basisPoints: 25 }, 100_000_000)).toBe(500_000)
  expect(feeOf({ fixed: 250_000, basisPoints: 25 }, 100_010_000)).toBe(510_000)
  expect(feeOf({ fixed: 0, basisPoints: 0 }, 100_010_000)).toBe(0)
})

it.each([
  [0, 0],
  [250_000, 25],
  [250_000, 1_000],
  [10_000, 3_333],
])('asks for as much as lets a cent arrive, and no more: %i and %i', (fixed, basisPoints) => {
  const terms = { fixed, basisPoints }
  const least = leastAfterFee(terms, 0)
  const arrives = (all: number) => all - feeOf(terms, all)
  expect(least % 10_000).toBe(0)
  expect(arrives(least)).toBeGreaterThanOrEqual(10_000)
  expect(arrives(least - 10_000)).toBeLessThan(10_000)
  expect(leastAfterFee(terms, 20_000_000)).toBe(20_000_000)
})
