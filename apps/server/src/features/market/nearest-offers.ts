import { nearestMax } from '@gridloom/contract/market/endpoints'
import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferQuery } from '@gridloom/contract/market/offer-filters'
import { nearestRows } from './columns/nearest-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { offerView } from './offer-view.ts'
import { listOffers } from './offers-store.ts'
import { filtersOf } from './query-filters.ts'

/**
 * Returns the free offers that come nearest to the filters, those that miss them least first and then the cheapest.
 * Used where a search finds nothing, and, with the figures of a rented offer as filters, for offers similar to it.
 * @throws {Refused} query_invalid; access_code_required where one of them is an image and the caller has no access
 */
export async function nearestOffers(ctx: SearchCtx, query: OfferQuery): Promise<Offer[]> {
  const filters = filtersOf(query)
  refuseHiddenFilter(ctx, filters)
  const columns = await ctx.offerIndex.current()
  const now = ctx.clock.now()
  const ids = nearestRows(columns, filters, { availability: 'free', now, count: nearestMax })
  const rows = await listOffers(ctx.db, ids, now)
  return rows.map((row) => offerView(ctx, row, now))
}
