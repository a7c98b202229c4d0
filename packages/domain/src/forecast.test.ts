import { describe, expect, it } from 'vitest'
import { type ForecastInput, forecastSpending } from './forecast.ts'

const dayS = 86_400

describe('forecastSpending', () => {
  it('is what was spent when nothing is running', () => {
    expect(forecastSpending(input())).toEqual({ microUsd: 2_000_000, fromHoldsMicroUsd: 0 })
  })

  it('lets running instances run until the month ends', () => {
    const { microUsd } = forecastSpending(input({ microUsdPerHour: 100_000, fundsLastS: 9 * dayS }))
    expect(microUsd).toBe(2_000_000 + 100_000 * 24)
  })

  it('stops where the funds are used up', () => {
    const { microUsd } = forecastSpending(input({ microUsdPerHour: 100_000, fundsLastS: 3_600 }))
    expect(microUsd).toBe(2_100_000)
  })

  it('adds what is on hold for work that is being charged, and no other holds', () => {
    expect(forecastSpending(input({ heldMicroUsd: 70_000 })).microUsd).toBe(2_000_000)
    expect(forecastSpending(input({ heldMicroUsd: 70_000, holdsAreSpent: true }))).toEqual({
      microUsd: 2_070_000,
      fromHoldsMicroUsd: 70_000,
    })
  })
})

function input(parts: Partial<ForecastInput> = {}): ForecastInput {
  return {
    spentMicroUsd: 2_000_000,
    microUsdPerHour: 0,
    holdsAreSpent: false,
    heldMicroUsd: 0,
    secondsLeft: dayS,
    fundsLastS: null,
    ...parts,
  }
}
