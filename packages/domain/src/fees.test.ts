import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatFee, splitFee } from './fees.ts'

const fees = fc.integer({ min: 0, max: 5_000 })

it('splits an amount without losing or creating a micro-dollar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), fees, (microUsd, fee) => {
      const { feeMicroUsd, earnedMicroUsd } = splitFee(microUsd, fee)
      expect(feeMicroUsd + earnedMicroUsd).toBe(microUsd)
      expect(feeMicroUsd).toBeLessThanOrEqual((microUsd * fee) / 10_000)
    }),
  )
})

it('rounds in the provider’s favour', () => {
  expect(splitFee(19, 1_000)).toEqual({ feeMicroUsd: 1, earnedMicroUsd: 18 })
})

it('leaves everything to the provider where the fee is zero', () => {
  expect(splitFee(19, 0)).toEqual({ feeMicroUsd: 0, earnedMicroUsd: 19 })
})

it.each([
  [1_000, '10%'],
  [250, '2.5%'],
  [1_234, '12.34%'],
  [0, '0%'],
])('formats %i basis points as %s', (fee, text) => {
  expect(formatFee(fee)).toBe(text)
})
