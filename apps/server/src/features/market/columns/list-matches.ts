import type { OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { OfferColumns } from './offer-columns.ts'
import { matchingRows, pageOf } from './search-rows.ts'

/** Returns the free offers that pass the filters, the cheapest first. */
export function listMatches(
  columns: OfferColumns,
  filters: OfferFilters,
  { now, limit }: { now: Date; limit: number },
): OfferId[] {
  const scope = { availability: 'free', now } as const
  const rows = matchingRows(columns, filters, scope)
  return pageOf(columns, rows, { ...scope, sort: 'price', order: 'asc', skip: 0, take: limit })
}
