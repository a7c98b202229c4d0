import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chargeBetween,
  chargeFor,
  coverFor,
  lastsS,
  longestLastS,
  multiplyDivide,
  sumMicroUsd,
} from './money.ts'

const price = fc.integer({ min: 0, max: 100_000_000_000 })
const seconds = fc.integer({ min: 0, max: 100_000_000 })

describe('chargeFor', () => {
  it('charges exactly the price of an hour for an hour', () => {
    fc.assert(
      fc.property(price, (p) => {
        expect(chargeFor(p, 3600)).toBe(p)
      }),
    )
  })

  it('charges at most the exact product, and less than one micro-dollar below it', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 1_000_000 }), (p, s) => {
        const charged = BigInt(chargeFor(p, s)) * 3600n
        const exact = BigInt(p) * BigInt(s)
        expect(charged <= exact && exact - charged < 3600n).toBe(true)
      }),
    )
  })

  it('is exact if price times seconds exceeds 2^53', () => {
    expect(chargeFor(99_999_999_999, 123_457)).toBe(3_429_361_111_076)
  })

  it('rejects negative, fractional and too large numbers', () => {
    expect(() => chargeFor(-1, 10)).toThrow(RangeError)
    expect(() => chargeFor(10, -1)).toThrow(RangeError)
    expect(() => chargeFor(10, 0.5)).toThrow(RangeError)
    expect(() => chargeFor(Number.NaN, 1)).toThrow(RangeError)
    expect(() => chargeFor(100_000_000_000, Number.MAX_SAFE_INTEGER)).toThrow(RangeError)
  })
})

describe('chargeBetween', () => {
  it('adds up to the whole charge however the time is divided', () => {
    fc.assert(
      fc.property(price, fc.array(seconds.map((s) => s % 5_000)), (p, parts) => {
        let at = 0
        let total = 0
        for (const part of parts) {
          total += chargeBetween(p, at, at + part)
          at += part
        }
        expect(total).toBe(chargeFor(p, at))
      }),
    )
  })

  it('is never negative', () => {
    fc.assert(
      fc.property(price, fc.nat(1e6), fc.nat(1e6), (p, from, length) => {
        expect(chargeBetween(p, from, from + length)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('rejects an interval that ends before it starts', () => {
    expect(() => chargeBetween(10, 5, 4)).toThrow(RangeError)
  })
})

describe('coverFor', () => {
  it('covers an interval of that length at any position', () => {
    fc.assert(
      fc.property(price, fc.nat(1e6), fc.nat(1e4), (p, from, length) => {
        expect(coverFor(p, length)).toBeGreaterThanOrEqual(chargeBetween(p, from, from + length))
      }),
    )
  })

  it('is at most one micro-dollar above the charge', () => {
    fc.assert(
      fc.property(price, fc.nat(1e6), (p, s) => {
        expect(coverFor(p, s) - chargeFor(p, s)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('lastsS', () => {
  it('returns the longest time that the balance surely covers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), price.filter(Boolean), (balance, p) => {
        const lasts = lastsS(balance, p) ?? 0
        fc.pre(lasts < longestLastS)
        expect(coverFor(p, lasts)).toBeLessThanOrEqual(balance)
        expect(coverFor(p, lasts + 1)).toBeGreaterThan(balance)
      }),
    )
  })

  it('is null when nothing is spent, 0 with nothing left, and at most a hundred years', () => {
    expect(lastsS(5_000_000, 0)).toBeNull()
    expect(lastsS(0, 420_000)).toBe(0)
    expect(lastsS(-1, 420_000)).toBe(0)
    expect(lastsS(Number.MAX_SAFE_INTEGER, 1)).toBe(longestLastS)
  })
})

describe('multiplyDivide and sumMicroUsd', () => {
  it('rounds down', () => {
    expect(multiplyDivide(1_536, 999, 1024n)).toBe(1_498)
  })

  it('adds exactly, and rejects a sum beyond 2^53 - 1', () => {
    expect(sumMicroUsd([5, -7, 2])).toBe(0)
    expect(() => sumMicroUsd([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
    expect(() => sumMicroUsd([0.1])).toThrow(RangeError)
  })
})
