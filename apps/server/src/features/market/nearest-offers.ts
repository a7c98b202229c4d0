import type { Offer } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { findNearest } from './nearest-offers-store.ts'
import { offerView } from './offer-view.ts'

/**
 * Returns the free offers that come nearest to the filters, those that miss them least first and then the cheapest.
 * Used where a search finds nothing, and, with the figures of a rented offer as filters, for offers similar to it.
 * @throws {Refused} access_code_required where one of them is an image and the caller has no access
 */
export async function nearestOffers(
  ctx: Pick<Ctx, 'actor' | 'db' | 'clock'>,
  filters: OfferFilters,
): Promise<Offer[]> {
  refuseHiddenFilter(ctx, filters)
  const now = ctx.clock.now()
  const rows = await findNearest(ctx.db, filters, now)
  return rows.map((row) => offerView(ctx, row, now))
}
