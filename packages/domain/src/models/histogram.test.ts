import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  bucketOf,
  type Histogram,
  merged,
  middleOf,
  percentileOf,
  withSample,
} from './histogram.ts'

const value = fc.double({ min: 0.002, max: 1e8, noNaN: true })
const values = fc.array(value, { minLength: 1, maxLength: 200 })

it('stores values accurate to a twentieth', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(Math.abs(middleOf(bucketOf(one)) / one - 1)).toBeLessThan(0.05)
    }),
  )
})

it('computes percentiles accurate to a twentieth', () => {
  const share = fc.double({ min: 0.01, max: 1, noNaN: true })
  fc.assert(
    fc.property(values, share, (all, part) => {
      const sorted = all.toSorted((one, other) => one - other)
      const exact = sorted[Math.max(1, Math.ceil(all.length * part)) - 1] ?? 0
      const read = percentileOf(histogramOf(all), part) ?? 0
      expect(Math.abs(read / exact - 1)).toBeLessThan(0.05)
    }),
  )
})

it('is the same counted at once or merged from parts', () => {
  fc.assert(
    fc.property(fc.array(values, { maxLength: 10 }), (parts) => {
      expect(merged(parts.map(histogramOf))).toEqual(histogramOf(parts.flat()))
    }),
  )
})

it('can be serialised as JSON', () => {
  const histogram = histogramOf([1, 1, 20, 3_000])
  expect(percentileOf(JSON.parse(JSON.stringify(histogram)), 0.5)).toBe(
    percentileOf(histogram, 0.5),
  )
})

it('returns null without samples', () => {
  expect(percentileOf({}, 0.5)).toBeNull()
  expect(merged([])).toEqual({})
})

it('counts impossible values in its first and last bucket', () => {
  expect([-1, 0, Number.NaN].map(bucketOf)).toEqual([0, 0, 0])
  expect(bucketOf(Number.POSITIVE_INFINITY)).toBe(bucketOf(1e9))
})

function histogramOf(all: readonly number[]): Histogram {
  return all.reduce((histogram: Histogram, one) => withSample(histogram, one), {})
}
