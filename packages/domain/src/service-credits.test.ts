import { creditTerms } from '@gridloom/contract/ledger/service-credit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  outageCredit,
  shortfallCredit,
  shortfallPercent,
  slowStartCredit,
} from './service-credits.ts'

const oneMilliPerSecond = 3_600_000

describe('credits for time', () => {
  it('pay back each second beyond the promise of a start, and at most an hour', () => {
    expect(slowStartCredit(180, oneMilliPerSecond)).toBeNull()
    expect(slowStartCredit(180.9, oneMilliPerSecond)).toBeNull()
    expect(slowStartCredit(240, oneMilliPerSecond)).toEqual({ seconds: 60, microUsd: 60_000 })
    expect(slowStartCredit(100_000, oneMilliPerSecond)).toMatchObject({ microUsd: 3_600_000 })
  })

  it('pay back each second of an outage of at least two minutes, and at most a day', () => {
    expect(outageCredit(119, oneMilliPerSecond)).toBeNull()
    expect(outageCredit(120, oneMilliPerSecond)).toEqual({ seconds: 120, microUsd: 120_000 })
    const day = creditTerms.outage.paidS
    expect(outageCredit(2 * day, oneMilliPerSecond)).toMatchObject({ microUsd: day * 1_000 })
  })

  it('are none for what is free', () => {
    expect(outageCredit(1_000, 0)).toBeNull()
  })
})

describe('credits for a figure below the advertised one', () => {
  it('begin above ten percent', () => {
    expect(shortfallPercent(1_000, 900)).toBe(10)
    expect(shortfallCredit(10, 1_000_000)).toBeNull()
    expect(shortfallPercent(1_000, 850)).toBe(15)
    expect(shortfallCredit(15, 1_000_000)).toBe(150_000)
    expect(shortfallPercent(1_000, 2_000)).toBe(0)
    expect(shortfallPercent(0, 10)).toBe(0)
  })

  it('never exceed what the rental has cost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.nat(1e12), (percent, cost) => {
        expect(shortfallCredit(percent, cost) ?? 0).toBeLessThanOrEqual(cost)
      }),
    )
  })
})
