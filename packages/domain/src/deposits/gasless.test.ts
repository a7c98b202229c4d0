import { describe, expect, it } from 'vitest'
import { leastGasless, reachedGaslessLimit } from './gasless-limits.ts'
import { canMoveGasless } from './gasless-states.ts'

const pricing = {
  ...{ gasMax: 200_000n, gasPrice: 50_000_000_000n, microUsdPerCoin: 2_000_000_000 },
  ...{ feePercentMax: 2, minimumMicroUsd: 10_000_000 },
}

describe('the least payment without gas', () => {
  it('is so large that the gas is two percent of it at most, and twice that by permit', () => {
    // 200,000 gas at 50 gwei are 0.01 coins, $20.
    expect(leastGasless('authorization', pricing)).toBe(1_000_000_000)
    expect(leastGasless('permit', pricing)).toBe(2_000_000_000)
  })

  it('is never below the operator’s minimum', () => {
    expect(leastGasless('permit', { ...pricing, gasPrice: 1n })).toBe(10_000_000)
  })
})

describe('payments without gas', () => {
  it('are limited at a time, in a day, and after failures', () => {
    const use = { inProgress: 2, lastDay: 19, failedLastDay: 2 }
    expect(reachedGaslessLimit(use)).toBeUndefined()
    expect(reachedGaslessLimit({ ...use, inProgress: 3 })).toBe('3 at a time')
    expect(reachedGaslessLimit({ ...use, lastDay: 20 })).toBe('20 in 24 hours')
    expect(reachedGaslessLimit({ ...use, failedLastDay: 3 })).toBe('3 that failed in 24 hours')
  })

  it('that failed or expired stay so', () => {
    expect(canMoveGasless('failed', 'received')).toBe(false)
    expect(canMoveGasless('expired', 'sent')).toBe(false)
    expect(canMoveGasless('unsigned', 'sent')).toBe(false)
    expect(canMoveGasless('mined', 'sent')).toBe(true)
  })
})
