import type { OfferId } from '@gridloom/contract/core/ids'
import { MicroUsdPerHour } from '@gridloom/contract/core/values'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { priceOrder, type QuoteNeeds } from '@gridloom/domain/pricing'
import { type IndexedRow, listOffersByIds } from './columns/offer-index-store.ts'
import { matchingRows, pageOf } from './columns/search-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { pricingOf } from './pricing-of.ts'
import { filtersOfText } from './query-filters.ts'
import { countedMax } from './search-offers.ts'

/** Of those that match, the cheapest by slot are priced as a whole: with its disk, another one may be cheaper. */
const pricedMax = 50

/** A free offer with the whole price of an order on it. */
interface PricedMatch {
  readonly id: OfferId
  readonly microUsdPerHour: number
}

/**
 * Returns the filters of a text query that its caller may use.
 * @throws {Refused} query_invalid; access_code_required where it filters by an image without access
 */
export function readFilters(ctx: Pick<SearchCtx, 'actor'>, query: string): OfferFilters {
  const filters = filtersOfText(query)
  refuseHiddenFilter(ctx, filters)
  return filters
}

/** Counts the free offers that pass the filters with enough slots and disk, and prices the cheapest of them. */
export async function priceMatches(
  ctx: Pick<SearchCtx, 'db' | 'clock' | 'offerIndex'>,
  filters: OfferFilters,
  needs: QuoteNeeds,
): Promise<{ matches: number; offers: PricedMatch[] }> {
  const columns = await ctx.offerIndex.current()
  const scope = { availability: 'free', now: ctx.clock.now() } as const
  const rows = matchingRows(columns, withSize(filters, needs), scope)
  const order = { sort: 'price', order: 'asc', skip: 0, take: pricedMax } as const
  const found = await listOffersByIds(ctx.db, pageOf(columns, rows, { ...scope, ...order }))
  const offers = found.flatMap((row) => priced(row, needs))
  return {
    matches: Math.min(rows.length, countedMax),
    offers: offers.sort((one, other) => one.microUsdPerHour - other.microUsdPerHour),
  }
}

function withSize(filters: OfferFilters, { slots, diskGb }: QuoteNeeds): OfferFilters {
  return {
    ...filters,
    slots_min: Math.max(filters.slots_min ?? 1, slots),
    disk_gb_min: Math.max(filters.disk_gb_min ?? 0, diskGb),
  }
}

function priced(row: IndexedRow, needs: QuoteNeeds): PricedMatch[] {
  // Beyond the limit of a price, which no order can have.
  const disk = needs.diskGb * row.disk_gb_micro_usd_per_hour
  const most = needs.slots * (row.price_micro_usd_per_hour + 1) + disk
  if (!MicroUsdPerHour.safeParse(most).success) return []
  const slot = { kind: row.kind, memoryMib: row.memory_mib }
  const { running_micro_usd_per_hour } = priceOrder(slot, pricingOf(row), needs)
  return [{ id: row.id, microUsdPerHour: running_micro_usd_per_hour }]
}
