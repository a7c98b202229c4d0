import fc from 'fast-check'
import { expect, it } from 'vitest'
import { platformFeePercent, splitFee } from './fees.ts'

it('splits without losing or making a micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (microUsd) => {
      const { feeMicroUsd, earnedMicroUsd } = splitFee(microUsd)
      expect(feeMicroUsd + earnedMicroUsd).toBe(microUsd)
      expect(feeMicroUsd).toBeLessThanOrEqual((microUsd * platformFeePercent) / 100)
    }),
  )
})

it('leaves the odd micro-dollar to the provider', () => {
  expect(splitFee(19)).toEqual({ feeMicroUsd: 1, earnedMicroUsd: 18 })
})
