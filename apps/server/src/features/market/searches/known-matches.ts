import type { SavedSearchId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { listMatches } from '../columns/list-matches.ts'
import type { SearchCtx } from '../ctx.ts'
import type { NewMatch } from './searches-store.ts'

/** Of a query that matches more, the dearer offers are told when they change. */
const knownMax = 1_000

/** Returns the offers that match now, which a search is not told of. */
export async function knownMatches(
  ctx: Pick<SearchCtx, 'offerIndex' | 'clock'>,
  searchId: SavedSearchId,
  filters: OfferFilters,
): Promise<NewMatch[]> {
  const columns = await ctx.offerIndex.current()
  const limits = { now: ctx.clock.now(), limit: knownMax }
  return listMatches(columns, filters, limits).map((offerId) => ({ searchId, offerId }))
}
