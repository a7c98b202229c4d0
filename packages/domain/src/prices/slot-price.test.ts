import { MachineId } from '@gridloom/contract/core/ids'
import type { PriceSuggestion } from '@gridloom/contract/prices/prices'
import { expect, it } from 'vitest'
import { slotPriceFor } from './slot-price.ts'

it('leaves the memory of a slot its own price', () => {
  // A GPU at $0.25 with $0.05 of memory, for which $0.21 is suggested.
  expect(slotPriceFor(suggested(300_000, 210_000), { current: 250_000, units: 1 })).toBe(160_000)
  expect(slotPriceFor(suggested(300_000, 410_000), { current: 250_000, units: 1 })).toBe(360_000)
})

it('is of all threads of a slot', () => {
  expect(slotPriceFor(suggested(10_000, 12_500), { current: 30_000, units: 4 })).toBe(40_000)
})

it('is not known where the memory alone costs more, nothing is suggested, or nothing would change', () => {
  expect(slotPriceFor(suggested(300_000, 40_000), { current: 250_000, units: 1 })).toBe(undefined)
  expect(slotPriceFor(suggested(300_000, 300_000), { current: 250_000, units: 1 })).toBe(undefined)
  const nothing = { ...suggested(1, 1), best: null }
  expect(slotPriceFor(nothing, { current: 1, units: 1 })).toBe(undefined)
})

function suggested(asked: number, best: number): PriceSuggestion {
  return {
    machine_id: MachineId.parse(`mch_${'0'.repeat(26)}`),
    hardware_class: 'gpu:RTX 4090',
    asked_micro_usd_per_hour: asked,
    verdict: 'lower',
    now: null,
    best: {
      ...{ micro_usd_per_hour: best, rented_percent: 92 },
      ...{ micro_usd_per_day: 1, unit_hours: 100 },
    },
  }
}
