import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceTotals } from './invoice-totals.ts'

const micro = fc.integer({ min: -50_000_000, max: 2_000_000_000 })
const rates = fc.constantFrom(0, 700, 810, 1_900, 2_000, 2_550, 2_700)

describe('the amounts of an invoice', () => {
  it('match for any lines, deduction and rate', () => {
    const input = [fc.array(micro, { maxLength: 60 }), fc.nat(2_000_000_000), rates] as const
    fc.assert(
      fc.property(...input, (lines, deduction, rateBasisPoints) => {
        const { totals, lineNetCents } = invoiceTotals(lines, { deduction, rateBasisPoints })
        expect(lineNetCents).toHaveLength(lines.length)
        expect(totals.lines_net_cents).toBe(lineNetCents.reduce((sum, one) => sum + one, 0))
        if (lines.length > 0)
          expect(totals.lines_net_cents - totals.deduction_net_cents).toBe(totals.net_cents)
        expect(totals.net_cents + totals.vat_cents).toBe(totals.total_cents)
        expect(totals.gross_micro_usd).toBe(lines.reduce((sum, one) => sum + one, 0))
        expect(totals.paid_micro_usd).toBe(totals.gross_micro_usd - deduction)
        expect(Math.abs(totals.total_cents * 10_000 - totals.paid_micro_usd)).toBeLessThanOrEqual(
          5_000,
        )
        expect(totals.deduction_net_cents).toBeGreaterThanOrEqual(0)
        const exactVat = (totals.total_cents * rateBasisPoints) / (10_000 + rateBasisPoints)
        expect(Math.abs(totals.vat_cents - exactVat)).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 2_000 },
    )
  })

  it('do not lose cents over many small lines', () => {
    const lines = Array.from({ length: 1_000 }, () => 4_999)
    const { totals } = invoiceTotals(lines, { deduction: 0, rateBasisPoints: 0 })
    expect(totals).toMatchObject({ total_cents: 500, lines_net_cents: 500, net_cents: 500 })
  })

  it('contain the VAT: $119 at 19 % is $100 and $19', () => {
    const { totals, lineNetCents } = invoiceTotals([119_000_000], {
      deduction: 0,
      rateBasisPoints: 1_900,
    })
    expect(totals).toMatchObject({ net_cents: 10_000, vat_cents: 1_900, total_cents: 11_900 })
    expect(lineNetCents).toEqual([10_000])
  })

  it('show the part that welcome credit paid as a deduction without VAT', () => {
    const { totals } = invoiceTotals([119_000_000], {
      deduction: 11_900_000,
      rateBasisPoints: 1_900,
    })
    expect(totals).toMatchObject({
      lines_net_cents: 10_000,
      deduction_net_cents: 1_000,
      net_cents: 9_000,
      vat_cents: 1_710,
      total_cents: 10_710,
    })
  })
})
