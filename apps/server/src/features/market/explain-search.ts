import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { Ctx } from '../../platform/ctx.ts'
import { refuseHiddenFilter } from './held-images.ts'
import { countEffects } from './offer-explain-store.ts'
import { conditionsOf } from './offer-filters.ts'

/**
 * Explains each filter that is set: how many offers it alone excludes, the mildest value that would include some, how
 * many those are, and the cheapest of them. The same rule as `relaxFilter`, computed by the database.
 * @throws {Refused} access_code_required where one of them is an image and the caller has no access
 */
export async function explainSearch(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  filters: OfferFilters,
): Promise<FilterEffect[]> {
  refuseHiddenFilter(ctx, filters)
  const conditions = conditionsOf(filters)
  if (conditions.length === 0) return []
  const effects = new Map(
    (await countEffects(ctx.db, conditions)).map((effect) => [effect.filter, effect]),
  )
  return conditions.map(({ filter }) => effects.get(filter) ?? { filter, ...nothingRemoved })
}

const nothingRemoved = {
  removed: 0,
  relax_to: null,
  gained: 0,
  cheapest_micro_usd_per_hour: null,
}
