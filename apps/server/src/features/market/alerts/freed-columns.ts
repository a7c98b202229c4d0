import type { OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { Db } from '../../../platform/database/connect.ts'
import { listMatches } from '../columns/list-matches.ts'
import { createOfferColumns, type OfferColumns } from '../columns/offer-columns.ts'
import { listOffersByIds } from '../columns/offer-index-store.ts'
import { indexedOfferOf } from '../columns/offer-values.ts'

/** The columns of a few offers: alerts and saved searches are compared with them as searches are. */
export async function freedColumns(db: Db, ids: readonly OfferId[]): Promise<OfferColumns> {
  const columns = createOfferColumns(ids.length)
  columns.put((await listOffersByIds(db, ids)).map(indexedOfferOf))
  return columns
}

/** Returns a function that says whether a free one of these offers passes filters. */
export async function matchingAmong(
  db: Db,
  ids: readonly OfferId[],
): Promise<(filters: OfferFilters, now: Date) => boolean> {
  const columns = await freedColumns(db, ids)
  return (filters, now) => listMatches(columns, filters, { now, limit: 1 }).length > 0
}
