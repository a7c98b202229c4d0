import type { FilterEffect, OfferFilters } from '@gridloom/contract/market/offer'

export type FilterName = keyof OfferFilters

/**
 * How a filter keeps offers out. `least`: those below its value. `most`: those above it. `exact`: those
 * with another value. Only the first two can be relaxed by degrees.
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

/** An offer that every filter but the one in question lets in; `null` is a figure nobody knows. */
export interface ShutOut {
  readonly value: number | string | null
  readonly priceMicroUsdPerHour: number
}

/**
 * The mildest way to relax one filter, from the offers that it alone keeps out: the nearest value that
 * lets any in, how many come in with it, and the cheapest of them. An exact filter, or one that only
 * unknown figures fail, can just be left out: `relax_to` is `null` and all of them come in.
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

/** The values nearest to what was asked: just below a least, just above a most. */
function nearestValue(filter: FilterName, shutOut: readonly ShutOut[]): number | null {
  const rule = filterRules[filter]
  const values = shutOut.map((offer) => offer.value).filter((value) => typeof value === 'number')
  if (rule === 'exact' || values.length === 0) return null
  return rule === 'least' ? Math.max(...values) : Math.min(...values)
}
