import { expect, it } from 'vitest'
import { owedAfter, priceOwed, storagePrice } from './storage-price.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

it('charges the price of a GB-month for a GB over 730 hours, in however many parts', () => {
  let owed = 0n
  let charged = 0
  for (let hour = 0; hour < 730; hour += 1) {
    const since = { owed_byte_s: String(owed), stored_bytes: 1_000_000_000, metered_at: at(0) }
    const { microUsd, restByteS } = priceOwed(owedAfter(since, at(3_600)), 50_000)
    charged += microUsd
    owed = restByteS
  }
  expect(charged).toBe(50_000)
  expect(owed).toBe(0n)
})

it('owes nothing for a clock that goes back', () => {
  expect(owedAfter({ owed_byte_s: '7', stored_bytes: 5, metered_at: at(10) }, at(5))).toBe(7n)
})

it('is free at a price of zero, and keeps no debt', () => {
  expect(priceOwed(10n ** 20n, 0)).toEqual({ microUsd: 0, restByteS: 0n })
})

it('shows 10 GB at 5 cents as 50 cents a month', () => {
  expect(storagePrice(10_000_000_000, 50_000)).toEqual({ perHour: 685, perMonth: 500_000 })
})
