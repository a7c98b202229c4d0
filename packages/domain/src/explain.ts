import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'

export type FilterName = keyof OfferFilters

/**
 * How a filter excludes offers. `least`: those below its value. `most`: those above it. `exact`: those with another
 * value.
 * Only the first two can be relaxed gradually.
 */
export const filterRules = {
  kind: 'exact',
  gpu_model: 'exact',
  slots_min: 'least',
  vram_mib_min: 'least',
  vcpus_min: 'least',
  memory_mib_min: 'least',
  disk_gb_min: 'least',
  cpu_score_min: 'least',
  network_down_mbps_min: 'least',
  price_micro_usd_per_hour_max: 'most',
  image: 'exact',
  isolation: 'exact',
} as const satisfies Record<FilterName, 'least' | 'most' | 'exact'>

/** An offer that passes every filter but the one in question; a `null` value is unknown. */
export interface ShutOut {
  readonly value: number | string | null
  readonly priceMicroUsdPerHour: number
}

/**
 * Finds the smallest way to relax one filter, from the offers that it alone excludes: the nearest value that includes
 * any, how many it includes, and the cheapest of them. An exact filter, or one that excludes only unknown values, can
 * only be dropped: `relax_to` is `null` and all of them are included.
 */
export function relaxFilter(filter: FilterName, shutOut: readonly ShutOut[]): FilterEffect {
  const relaxTo = nearestValue(filter, shutOut)
  const gained = relaxTo === null ? shutOut : shutOut.filter((offer) => offer.value === relaxTo)
  const prices = gained.map((offer) => offer.priceMicroUsdPerHour)
  return {
    filter,
    removed: shutOut.length,
    relax_to: relaxTo,
    gained: gained.length,
    cheapest_micro_usd_per_hour: prices.length === 0 ? null : Math.min(...prices),
  }
}

/** The value nearest to the filter's: just below a `least`, just above a `most`. */
function nearestValue(filter: FilterName, shutOut: readonly ShutOut[]): number | null {
  const rule = filterRules[filter]
  const values = shutOut.map((offer) => offer.value).filter((value) => typeof value === 'number')
  if (rule === 'exact' || values.length === 0) return null
  return rule === 'least' ? Math.max(...values) : Math.min(...values)
}
