import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { filterParts } from '@gridloom/domain/market/filter-parts'
import { filterText } from '../../shared/market/filter-text.ts'
import type { SetFilters } from './offer-search.ts'

/** One line of the explained search: the offers that a filter removes, and the change that relaxes it. */
export interface Relaxation {
  readonly filter: OfferFilterName
  readonly label: string
  /** The current value of the filter, as text. */
  readonly present: string
  readonly removed: number
  readonly gained: number
  /** The relaxed value as text; `any` if the filter has to be dropped. */
  readonly relaxed: string
  readonly cheapestMicroUsdPerHour: number | null
  readonly change: SetFilters
}

/** Converts the server's filter effects to relaxations, most offers gained first. */
export function relaxations(effects: readonly FilterEffect[], filters: SetFilters): Relaxation[] {
  return effects
    .flatMap((effect) => relaxationOf(effect, filters))
    .filter((line) => line.removed > 0)
    .sort((a, b) => b.gained - a.gained || b.removed - a.removed)
}

function relaxationOf(effect: FilterEffect, filters: SetFilters): Relaxation[] {
  const filter = filterParts.find((part) => part.filter === effect.filter)?.filter
  // Offers are isolated unless the search says otherwise.
  const present = filter === 'isolation' ? 'isolated' : filter && filters[filter]
  if (filter === undefined || present === undefined) return []
  const { label, text } = filterText(filter, present)
  const relaxTo = effect.relax_to
  const dropped = filter === 'isolation' ? 'any' : undefined
  return [
    {
      ...{ filter, label, present: text, removed: effect.removed, gained: effect.gained },
      relaxed: relaxTo === null ? 'any' : filterText(filter, relaxTo).text,
      cheapestMicroUsdPerHour: effect.cheapest_micro_usd_per_hour,
      change: { [filter]: relaxTo ?? dropped },
    },
  ]
}
