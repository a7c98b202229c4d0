import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferQuery } from '@gridloom/contract/market/offer-filters'
import { explainRows } from './columns/explain-rows.ts'
import type { SearchCtx } from './ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { filtersOf } from './query-filters.ts'

/**
 * Explains each filter that is set: how many offers it alone excludes, the mildest value that would include some, how
 * many those are, and the cheapest of them.
 * @throws {Refused} query_invalid; access_code_required where one of them is an image and the caller has no access
 */
export async function explainSearch(ctx: SearchCtx, query: OfferQuery): Promise<FilterEffect[]> {
  const filters = filtersOf(query)
  refuseHiddenFilter(ctx, filters)
  const columns = await ctx.offerIndex.current()
  return explainRows(columns, filters, { availability: 'free', now: ctx.clock.now() })
}
