import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { FilterEffect } from '@gridloom/contract/market/offer'
import { type FilterKey, keyOfFilter } from '../../shared/market/filter-values.ts'
import { spokenFilters } from '../../shared/market/filter-words.ts'
import type { OffersSearch } from './offer-search.ts'

/** One line of the explained search: the offers that a filter removes, and the change that relaxes it. */
export interface Relaxation {
  readonly key: FilterKey | 'isolation'
  readonly label: string
  /** The current value of the filter, as text. */
  readonly present: string
  readonly removed: number
  readonly gained: number
  /** The relaxed value as text; `any` if the filter has to be dropped. */
  readonly relaxed: string
  readonly cheapestMicroUsdPerHour: number | null
  readonly change: Partial<OffersSearch>
}

/** Converts the server's filter effects to relaxations, most offers gained first. */
export function relaxations(effects: readonly FilterEffect[], search: OffersSearch): Relaxation[] {
  return effects
    .flatMap((effect) => relaxationOf(effect, search))
    .filter((line) => line.removed > 0)
    .sort((a, b) => b.gained - a.gained || b.removed - a.removed)
}

function relaxationOf(effect: FilterEffect, search: OffersSearch): Relaxation[] {
  if (effect.filter === 'isolation') return [isolationLine(effect)]
  const key = keyOfFilter[effect.filter]
  const present = key && search[key]
  if (key === undefined || present === undefined) return []
  const relaxTo = effect.relax_to === null ? undefined : inAddressUnits(key, effect.relax_to)
  const { label, write } = spokenFilters[key]
  return [
    {
      key,
      label,
      present: write(present),
      removed: effect.removed,
      gained: effect.gained,
      relaxed: relaxTo === undefined ? 'any' : write(relaxTo),
      cheapestMicroUsdPerHour: effect.cheapest_micro_usd_per_hour,
      change: { [key]: relaxTo },
    },
  ]
}

/** The default isolation filter, which is turned off by `isolation=any`. */
function isolationLine(effect: FilterEffect): Relaxation {
  return {
    key: 'isolation',
    label: 'Isolation',
    present: 'isolated only',
    removed: effect.removed,
    gained: effect.gained,
    relaxed: 'any',
    cheapestMicroUsdPerHour: effect.cheapest_micro_usd_per_hour,
    change: { isolation: 'any' },
  }
}

/** Converts an API value to the unit of the search parameter, rounded so that it still includes the gained offers. */
function inAddressUnits(key: FilterKey, value: string | number): string | number {
  if (typeof value === 'string') return value
  if (key === 'memory' || key === 'vram') return Math.floor((value / 1_024) * 100) / 100
  if (key === 'max') return Math.ceil((value / microUsdPerUsd) * 10_000) / 10_000
  if (key === 'slots' || key === 'disk') return value
  return Math.floor(value * 100) / 100
}
