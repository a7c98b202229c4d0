import type { Offer, OfferSearch } from '@gridloom/contract/market/offer'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { findOffers } from './offer-search-store.ts'
import { offerView } from './offer-view.ts'

/** Totals are counted up to here; beyond it a search only reports that there are more. */
export const countedMax = 1_000

/**
 * Returns one page of the offers for rent, in the order of the sort and then of the ids; never in random order.
 * @throws {Refused} access_code_required where it is filtered by an image without access
 */
export async function searchOffers(
  ctx: Pick<Ctx, 'actor' | 'db' | 'clock'>,
  search: OfferSearch,
): Promise<{ offers: Offer[]; total: number; more: boolean }> {
  refuseHiddenFilter(ctx, search)
  const now = ctx.clock.now()
  const { rows, found } = await findOffers(ctx.db, search, { countedMax, now })
  return {
    offers: rows.map((row) => offerView(ctx, row, now)),
    total: Math.min(found, countedMax),
    more: found > countedMax,
  }
}
