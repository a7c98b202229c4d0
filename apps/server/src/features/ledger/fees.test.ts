import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platformFeePercent, splitFee } from './fees.ts'

it('splits an amount without losing or creating a micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (microUsd) => {
      const { feeMicroUsd, earnedMicroUsd } = splitFee(microUsd)
      expect(feeMicroUsd + earnedMicroUsd).toBe(microUsd)
      expect(feeMicroUsd).toBeLessThanOrEqual((microUsd * platformFeePercent) / 100)
    }),
  )
})

it('rounds in the provider’s favour', () => {
  expect(splitFee(19)).toEqual({ feeMicroUsd: 1, earnedMicroUsd: 18 })
})
