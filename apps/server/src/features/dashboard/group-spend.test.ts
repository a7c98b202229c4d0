import { spendGroupsMax } from '@gridloom/contract/dashboard/dashboard'
import { Product } from '@gridloom/contract/ledger/line'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupSpend } from './group-spend.ts'
import type { LabelDay } from './spend-store.ts'

const days = ['2026-11-25', '2026-11-26', '2026-11-27']

describe('spending', () => {
  it('is grouped by label and by product, the highest first', () => {
    const { groups, days: byDay } = groupSpend(
      [
        aCharge({ label: 'web', microUsd: 5 }),
        aCharge({ label: 'train', microUsd: 70, day: '2026-11-26' }),
        aCharge({ label: 'train', microUsd: 20 }),
        aCharge({ product: 'models', label: null, microUsd: 40 }),
      ],
      days,
    )
    expect(groups).toEqual([
      { kind: 'label', label: 'train', product: 'compute', micro_usd: 90 },
      { kind: 'product', label: null, product: 'models', micro_usd: 40 },
      { kind: 'label', label: 'web', product: 'compute', micro_usd: 5 },
    ])
    expect(byDay).toEqual([
      { day: '2026-11-25', micro_usd: [0, 0, 0] },
      { day: '2026-11-26', micro_usd: [70, 0, 0] },
      { day: '2026-11-27', micro_usd: [20, 40, 5] },
    ])
  })

  it('of the cheapest labels, and of instances without one, is the rest', () => {
    const labels = Array.from({ length: 20 }, (_, at) =>
      aCharge({ label: `job-${at}`, microUsd: 1_000 - at }),
    )
    const { groups } = groupSpend([...labels, aCharge({ label: null, microUsd: 1 })], days)
    const named = spendGroupsMax - Product.options.length
    expect(groups).toHaveLength(named + 1)
    const rest = labels.slice(named).reduce((sum, { microUsd }) => sum + microUsd, 1)
    expect(groups[0]).toEqual({ kind: 'rest', label: null, product: 'compute', micro_usd: rest })
  })

  it('of each day adds up to what was charged on it, in at most so many groups', () => {
    const charge = fc.record({
      day: fc.constantFrom(...days, '2026-10-01'),
      product: fc.constantFrom(...Product.options),
      label: fc.option(fc.string({ maxLength: 3 })),
      microUsd: fc.nat(1_000_000),
    })
    fc.assert(
      fc.property(fc.array(charge, { maxLength: 200 }), (rows) => {
        const spend = groupSpend(rows, days)
        expect(spend.groups.length).toBeLessThanOrEqual(spendGroupsMax)
        for (const { day, micro_usd } of spend.days) {
          const charged = rows.filter((row) => row.day === day)
          expect(sum(micro_usd)).toBe(sum(charged.map(({ microUsd }) => microUsd)))
        }
        spend.groups.forEach(({ micro_usd }, at) => {
          expect(sum(spend.days.map((day) => day.micro_usd[at] ?? 0))).toBe(micro_usd)
        })
      }),
    )
  })
})

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function aCharge(parts: Partial<LabelDay>): LabelDay {
  return { day: '2026-11-27', product: 'compute', label: 'train', microUsd: 1, ...parts }
}
