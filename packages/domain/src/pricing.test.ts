import { Quote } from '@gridloom/contract/market/quote'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offerPrice, priceOrder } from './pricing.ts'

describe('offerPrice', () => {
  it('is the price of the slot with its memory', () => {
    expect(offerPrice({ kind: 'cpu', memoryMib: 1_536 }, aPricing())).toBe(20_000 + 3_000)
    expect(offerPrice({ kind: 'gpu', memoryMib: 4_096 }, aPricing())).toBe(400_000 + 8_000)
  })

  it('rejects a price above the limit', () => {
    const dear = aPricing({ gpu_slot_micro_usd_per_hour: 100_000_000_000 })
    expect(() => offerPrice({ kind: 'gpu', memoryMib: 1_024 }, dear)).toThrow(RangeError)
  })
})

describe('priceOrder', () => {
  it('prices slots, memory, disk and the stopped disk', () => {
    const price = priceOrder({ kind: 'cpu', memoryMib: 1_536 }, aPricing(), {
      slots: 2,
      diskGb: 10,
    })
    expect(price.lines.map((line) => [line.kind, line.quantity, line.micro_usd_per_hour])).toEqual([
      ['slot', 2, 40_000],
      ['memory', 3, 6_000],
      ['disk', 10, 1_000],
      ['stopped_disk', 10, 500],
    ])
    expect(price.running_micro_usd_per_hour).toBe(47_000)
    expect(price.stopped_micro_usd_per_hour).toBe(500)
    expect(price.hold_micro_usd).toBe(11_750)
  })

  it('has totals that are the sums of the lines', () => {
    fc.assert(
      fc.property(anyOrder, ({ pricing, memoryMib, needs }) => {
        const price = priceOrder({ kind: 'gpu', memoryMib }, pricing, needs)
        const stopped = price.lines.at(-1)?.micro_usd_per_hour
        const running = price.lines.slice(0, -1)
        expect(price.running_micro_usd_per_hour).toBe(
          running.reduce((sum, line) => sum + line.micro_usd_per_hour, 0),
        )
        expect(price.stopped_micro_usd_per_hour).toBe(stopped)
      }),
    )
  })

  it('equals the offer for one slot without disk, and is never less for more', () => {
    fc.assert(
      fc.property(anyOrder, ({ pricing, memoryMib, needs }) => {
        const slot = { kind: 'gpu', memoryMib } as const
        const shown = offerPrice(slot, pricing)
        const one = priceOrder(slot, pricing, { slots: 1, diskGb: 0 })
        expect(one.running_micro_usd_per_hour).toBe(shown)
        const all = priceOrder(slot, pricing, needs)
        expect(all.running_micro_usd_per_hour).toBeGreaterThanOrEqual(shown * needs.slots)
      }),
    )
  })

  it('conforms to the contract of a quote', () => {
    const shape = Quote.pick({
      lines: true,
      running_micro_usd_per_hour: true,
      stopped_micro_usd_per_hour: true,
      hold_micro_usd: true,
    })
    fc.assert(
      fc.property(anyOrder, ({ pricing, memoryMib, needs }) => {
        const price = priceOrder({ kind: 'cpu', memoryMib }, pricing, needs)
        expect(shape.parse(price)).toEqual(price)
      }),
    )
  })
})

const perHour = fc.integer({ min: 0, max: 10_000_000 })
const anyOrder = fc.record({
  pricing: fc.record({
    gpu_slot_micro_usd_per_hour: perHour,
    cpu_slot_micro_usd_per_hour: perHour,
    memory_gib_micro_usd_per_hour: perHour.map((price) => price % 50_000),
    disk_gb_micro_usd_per_hour: perHour.map((price) => price % 1_000),
    stopped_disk_gb_micro_usd_per_hour: perHour.map((price) => price % 1_000),
  }),
  memoryMib: fc.integer({ min: 1, max: 2_000_000 }),
  needs: fc.record({
    slots: fc.integer({ min: 1, max: 16 }),
    diskGb: fc.integer({ min: 1, max: 16_384 }),
  }),
})

function aPricing(changes: Partial<ReturnType<typeof defaults>> = {}) {
  return { ...defaults(), ...changes }
}

function defaults() {
  return {
    gpu_slot_micro_usd_per_hour: 400_000,
    cpu_slot_micro_usd_per_hour: 20_000,
    memory_gib_micro_usd_per_hour: 2_000,
    disk_gb_micro_usd_per_hour: 100,
    stopped_disk_gb_micro_usd_per_hour: 50,
  }
}
