import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framePrice, referenceMsOf } from './frame-price.ts'

const price = fc.integer({ min: 0, max: 100_000_000 })
const ms = fc.integer({ min: 0, max: 1_000_000_000 })

describe('framePrice', () => {
  it('is the hourly price for a reference hour', () => {
    expect(framePrice(3_600_000, 300_000)).toBe(300_000)
    expect(framePrice(12_000, 300_000)).toBe(1_000)
  })

  it('rounds up to a whole micro-dollar, and is 0 only for no time or no price', () => {
    expect(framePrice(1, 1)).toBe(1)
    expect(framePrice(0, 300_000)).toBe(0)
    expect(framePrice(12_000, 0)).toBe(0)
    fc.assert(
      fc.property(ms, price, (time, rate) => {
        const over = BigInt(framePrice(time, rate)) * 3_600_000n - BigInt(time) * BigInt(rate)
        expect(over >= 0n && over < 3_600_000n).toBe(true)
      }),
    )
  })

  it('is exact if time times price exceeds 2^53', () => {
    expect(framePrice(999_999_999, 99_999_999)).toBe(27_777_777_473)
  })

  it('rejects negative, fractional and too large numbers', () => {
    expect(() => framePrice(-1, 1)).toThrow(RangeError)
    expect(() => framePrice(1, -1)).toThrow(RangeError)
    expect(() => framePrice(0.5, 1)).toThrow(RangeError)
    expect(() => framePrice(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toThrow(RangeError)
  })
})

describe('referenceMsOf', () => {
  it('makes a frame cost the same on a slow machine and a fast one', () => {
    fc.assert(
      fc.property(ms, fc.double({ min: 0.1, max: 50, noNaN: true }), (reference, score) => {
        const took = reference / score
        expect(Math.abs(referenceMsOf(took, score) - reference)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is whole and never negative, whatever a clock reports', () => {
    expect(referenceMsOf(-5, 2)).toBe(0)
    expect(referenceMsOf(1_000.4, 1.5)).toBe(1_501)
  })
})
