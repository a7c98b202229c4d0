import { describe, expect, it } from 'vitest'
import { aQuote } from '../../../testing/renter-samples.ts'
import { costParts } from './cost-parts.ts'

describe('the parts of a price', () => {
  it('add up to the running price, to the micro-dollar', () => {
    const quote = aQuote()
    const sum = costParts(quote).reduce((all, part) => all + part.microUsdPerHour, 0)
    expect(sum).toBe(quote.running_micro_usd_per_hour)
  })

  it('each have their share of the whole bar', () => {
    const shares = costParts(aQuote()).map(({ share }) => share)
    expect(shares.reduce((all, share) => all + share, 0)).toBeCloseTo(1, 9)
    expect(shares[0]).toBeCloseTo(380 / 414, 9)
  })

  it('omit the price of a stopped disk', () => {
    expect(costParts(aQuote()).map(({ kind }) => kind)).toEqual(['compute', 'memory', 'disk'])
  })

  it('use singular and plural for slots', () => {
    expect(costParts(withSlots(1))[0]?.amount).toBe('1 slot')
    expect(costParts(withSlots(3))[0]?.amount).toBe('3 slots')
  })

  it('round a fractional quantity', () => {
    const memory = { kind: 'memory', text: 'Memory', quantity: 1.953, unit: 'GiB' }
    const quote = aQuote({ lines: [{ ...memory, micro_usd_per_hour: 100 }] })
    expect(costParts(quote)[0]?.amount).toBe('2 GiB')
  })

  it('have a share of 0 when everything is free', () => {
    const lines = [{ ...slotLine, quantity: 1, micro_usd_per_hour: 0 }]
    const parts = costParts(aQuote({ lines, running_micro_usd_per_hour: 0 }))
    expect(parts.map(({ share }) => share)).toEqual([0])
  })
})

const slotLine = { kind: 'slot', text: 'GPU slots', unit: 'slot', micro_usd_per_hour: 380_000 }

function withSlots(quantity: number) {
  return aQuote({ lines: [{ ...slotLine, quantity }] })
}
