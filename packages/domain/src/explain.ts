import type { FilterEffect } from '@gridloom/contract/market/offer'
import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { type FilterRole, filterPart } from './market/filter-parts.ts'
import { versionText } from './market/offer-versions.ts'

/** What one filter alone excludes, as it is counted offer by offer. */
export interface Relaxation {
  /** Counts an offer that passes every other filter; `null`: its value is unknown. Versions are their numbers. */
  add(value: number | null, priceMicroUsdPerHour: number): void
  effect(): FilterEffect
}

/**
 * Finds the smallest way to relax one filter, from the offers that it alone excludes: the nearest value that includes
 * any, how many it includes, and the cheapest of them. A filter without degrees, or one that excludes only unknown
 * values, can only be dropped: `relax_to` is `null` and all of them are included.
 */
export function relaxFilter(filter: OfferFilterName): Relaxation {
  const { role, field } = filterPart(filter)
  const all = createTally()
  let near = createTally()
  let nearest: number | null = null

  return {
    add(value, price) {
      all.add(price)
      if (value === null || (role !== 'least' && role !== 'most')) return
      const isNearer = nearest === null || (role === 'least' ? value > nearest : value < nearest)
      if (isNearer) {
        nearest = value
        near = createTally()
      }
      if (value === nearest) near.add(price)
    },
    effect() {
      const gained = nearest === null ? all : near
      return {
        filter,
        removed: all.offers(),
        relax_to: nearest === null ? null : limitOf(field, role, nearest),
        gained: gained.offers(),
        cheapest_micro_usd_per_hour: gained.cheapest(),
      }
    },
  }
}

function createTally() {
  let offers = 0
  let cheapest: number | null = null
  return {
    add(price: number) {
      offers += 1
      if (cheapest === null || price < cheapest) cheapest = price
    },
    offers: () => offers,
    cheapest: () => cheapest,
  }
}

function limitOf(field: OfferFieldName, role: FilterRole, nearest: number): number | string {
  if (offerField(field).type !== 'version') return nearest
  return versionText(nearest, role === 'least' ? 'lowest' : 'exact')
}
