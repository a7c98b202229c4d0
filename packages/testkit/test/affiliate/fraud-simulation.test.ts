import { expect, it } from 'vitest'
import { simulateFraud } from '../../src/affiliate/simulate-fraud.ts'

it.each([1, 2, 3])(
  'holds nearly all that cheats earn among 5,000 accounts, and touches few honest ones (seed %i)',
  (seed) => {
    const figures = simulateFraud(seed)
    expect(figures.accounts).toBe(5_000)
    expect(figures.commissionHeld).toBeGreaterThanOrEqual(0.95)
    expect(figures.rewardsHeld).toBeGreaterThanOrEqual(0.95)
    expect(figures.honestTouched).toBeLessThanOrEqual(0.01)
    for (const share of Object.values(figures.moneyHeldOf)) expect(share).toBeGreaterThan(0.75)
  },
)
