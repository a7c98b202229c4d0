import { describe, expect, it } from 'vitest'
import { quoteClock } from '../../../shared/market/quote-clock.ts'
import { aQuote } from '../../../testing/renter-samples.ts'
import { costParts } from './cost-parts.ts'

const noonMs = Date.parse('2026-11-21T12:00:00.000Z')

describe('the price lock', () => {
  it('counts down in whole seconds', () => {
    expect(clockAt(0)).toEqual({ leftS: 60, share: 1, expired: false })
    expect(clockAt(14_500)).toMatchObject({ leftS: 46, expired: false })
  })

  it('expires exactly at its end', () => {
    expect(clockAt(59_999)).toMatchObject({ leftS: 1, expired: false })
    expect(clockAt(60_000)).toEqual({ leftS: 0, share: 0, expired: true })
  })

  it('shows at most its full duration in a browser whose clock is behind', () => {
    expect(clockAt(-90_000)).toMatchObject({ leftS: 60, share: 1 })
  })
})

describe('the cost bar', () => {
  it('consists of compute, memory and disk, whose shares add up to 1', () => {
    const parts = costParts(aQuote())
    expect(parts.map(({ kind }) => kind)).toEqual(['compute', 'memory', 'disk'])
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10)
  })

  it('has a share of 0 for a free part', () => {
    const lines = [{ kind: 'slot', text: 'x', quantity: 1, unit: 'slot', micro_usd_per_hour: 0 }]
    const parts = costParts(aQuote({ running_micro_usd_per_hour: 0, lines }))
    expect(parts.map(({ share }) => share)).toEqual([0])
  })
})

function clockAt(afterMs: number) {
  return quoteClock(aQuote({ expires_at: '2026-11-21T12:01:00.000Z' }), noonMs + afterMs)
}
