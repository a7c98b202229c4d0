import type { OfferSort } from '@gridloom/contract/market/offer-filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { seedOffers } from '../../../test/seed-offers.ts'

const sorts = ['price', 'cpu_score', 'memory', 'vram', 'disk', 'network'] as const
/** Those with a value for each offer: offers without one come last in both orders. */
const known = ['price', 'memory', 'disk', 'slots', 'age'] as const
const anySearch = fc.record({
  sort: fc.constantFrom<OfferSort>(...sorts),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  page_size: fc.integer({ min: 1, max: 100 }),
})

it('lists each of many equal offers once, for every sort and page size', async () => {
  await using market = await setup()
  await fc.assert(
    fc.asyncProperty(anySearch, async (search) => {
      const seen: string[] = []
      for (let page = 1; ; page++) {
        const { offers, total } = await market.search({ ...search, page })
        expect(total).toBe(market.total)
        seen.push(...offers.map(({ id }) => id))
        if (offers.length < search.page_size) break
      }
      expect(seen).toHaveLength(market.total)
      expect(new Set(seen).size).toBe(market.total)
    }),
    { numRuns: 15 },
  )
})

it('lists descending exactly the reverse of ascending', async () => {
  await using market = await setup()
  for (const sort of known) {
    const up = await market.search({ sort, order: 'asc', page_size: 100 })
    const down = await market.search({ sort, order: 'desc', page_size: 100 })
    expect(down.offers.map(({ id }) => id)).toEqual(up.offers.map(({ id }) => id).toReversed())
  }
})

it('returns the same total on a page beyond the end', async () => {
  await using market = await setup()
  expect(await market.search({ page: 999, page_size: 100 })).toMatchObject({
    offers: [],
    total: market.total,
    more: false,
  })
})

/** Ninety offers, many of them alike in every figure. */
async function setup() {
  const market = await withMachines()
  await seedOffers(market.db, { offers: 96, accountId: market.ctx.ids.mint('account') })
  await sql`update offers set price_micro_usd_per_hour = price_micro_usd_per_hour / 400000 * 400000,
    cpu_score = cpu_score / 5000, memory_mib = 1024, vram_mib = vram_mib % 2, disk_free_gb = disk_free_gb / 500,
    network_down_mbps = 0`.execute(market.db)
  const { total } = await market.search({ page_size: 1 })
  return { ...market, total }
}
