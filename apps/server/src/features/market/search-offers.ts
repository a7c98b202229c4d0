import type { FoundOffers, OfferSearch } from '@gridloom/contract/market/offer'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { matchingRows, pageOf } from './columns/search-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { offerView } from './offer-view.ts'
import { listOffers } from './offers-store.ts'
import { filtersOf } from './query-filters.ts'

/** Totals are counted up to here; beyond it a search only reports that there are more. */
export const countedMax = 1_000

/**
 * Returns one page of the offers for rent, in the order of the sort and then of the ids; never in random order.
 * @throws {Refused} query_invalid; access_code_required where it is filtered by an image without access
 */
export async function searchOffers(ctx: SearchCtx, search: OfferSearch): Promise<FoundOffers> {
  const { sort, order, availability, page, page_size, ...query } = search
  const filters = filtersOf(query)
  refuseHiddenFilter(ctx, filters)
  const columns = await ctx.offerIndex.current()
  const now = ctx.clock.now()
  const scope = { availability, now }
  const rows = matchingRows(columns, filters, scope)
  const ids = pageOf(columns, rows, {
    ...{ sort: sort === 'network' ? 'down' : sort, order },
    ...{ ...scope, skip: (page - 1) * page_size, take: page_size },
  })
  const offers = await listOffers(ctx.db, ids, now)
  return {
    offers: offers.map((row) => offerView(ctx, row, now)),
    total: Math.min(rows.length, countedMax),
    more: rows.length > countedMax,
    filters,
    query: formatOfferQuery(filters),
  }
}
