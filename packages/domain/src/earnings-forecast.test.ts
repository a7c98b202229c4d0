import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forecastEarnings } from './earnings-forecast.ts'

const hourS = 3_600
const anInput = fc.record({
  earnedMicroUsd: fc.nat(1_000_000_000),
  microUsdPerHour: fc.nat(10_000_000),
  byPieceMicroUsd: fc.nat(1_000_000_000),
  secondsLeft: fc.nat(31 * 24 * hourS),
})

it('adds present rentals and the weekly average of the other work to what is earned', () => {
  const forecast = forecastEarnings({
    earnedMicroUsd: 5_000_000,
    microUsdPerHour: 420_000,
    byPieceMicroUsd: 16_800_000,
    secondsLeft: 10 * hourS,
  })
  expect(forecast).toBe(5_000_000 + 4_200_000 + 1_000_000)
})

it('is what is earned where nothing is rented and nothing was done', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      const idle = { ...input, microUsdPerHour: 0, byPieceMicroUsd: 0 }
      expect(forecastEarnings(idle)).toBe(input.earnedMicroUsd)
    }),
  )
})

it('is never below what is earned, is whole, and is what is earned at the end of the month', () => {
  fc.assert(
    fc.property(anInput, (input) => {
      expect(forecastEarnings(input)).toBeGreaterThanOrEqual(input.earnedMicroUsd)
      expect(Number.isInteger(forecastEarnings(input))).toBe(true)
      expect(forecastEarnings({ ...input, secondsLeft: 0 })).toBe(input.earnedMicroUsd)
    }),
  )
})
