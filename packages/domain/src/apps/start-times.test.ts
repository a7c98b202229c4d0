import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketSeconds, percentileOf, startBucket } from './start-times.ts'

const times = fc.integer({ min: 200, max: 30_000_000 })

describe('measured starts', () => {
  it('keep a time to 5 %', () => {
    fc.assert(
      fc.property(times, (ms) => {
        const seconds = bucketSeconds(startBucket(ms))
        expect(Math.abs(seconds / (ms / 1_000) - 1)).toBeLessThan(0.0531)
      }),
    )
  })

  it('have percentiles within 5 % of those of the times themselves', () => {
    fc.assert(
      fc.property(fc.array(times, { minLength: 1 }), fc.constantFrom(0.5, 0.9), (all, share) => {
        const counts = all.map((ms) => ({ bucket: startBucket(ms), starts: 1 }))
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
        expect(Math.abs((percentileOf(counts, share) ?? 0) / (exact / 1_000) - 1)).toBeLessThan(
          0.0531,
        )
      }),
    )
  })

  it('have none without a start', () => {
    expect(percentileOf([], 0.5)).toBeNull()
    expect(percentileOf([{ bucket: 3, starts: 0 }], 0.5)).toBeNull()
  })

  it.each([0, -5, 1e12])('counts %s ms in an outermost bucket', (ms) => {
    expect([-24, 110]).toContain(startBucket(ms))
  })
})
