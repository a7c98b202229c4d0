import type { OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { filterPart } from './filter-parts.ts'
import { versionNumber } from './offer-versions.ts'

type Some = Partial<OfferFilters>

/**
 * Combines two sets of filters that both apply. Of two limits the narrower one counts, and exclusions add up. Two
 * different lists or exact values for one field are a `conflict`.
 */
export function narrowFilters(
  one: Some,
  other: Some,
): { filters: Some; conflict?: OfferFilterName } {
  const filters: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const filter = asFilterName(name)
    const present = filters[filter]
    if (value === undefined) continue
    if (present === undefined || present === value) {
      filters[filter] = value
      continue
    }
    const combined = narrower(filter, present, value)
    if (combined === undefined) return { filters: one, conflict: filter }
    filters[filter] = combined
  }
  return { filters: filters as Some }
}

function narrower(filter: OfferFilterName, one: unknown, other: unknown): unknown {
  const { role } = filterPart(filter)
  if (role === 'none_of') return union(String(one), String(other))
  if (role !== 'least' && role !== 'most') return undefined
  const [first, second] = [orderOf(one, role), orderOf(other, role)]
  const keepsFirst = role === 'least' ? first >= second : first <= second
  return keepsFirst ? one : other
}

function union(one: string, other: string): string {
  return [...new Set([...one.split(','), ...other.split(',')])].join(',')
}

function orderOf(limit: unknown, role: 'least' | 'most'): number {
  if (typeof limit === 'number') return limit
  return versionNumber(String(limit), role === 'least' ? 'lowest' : 'highest') ?? 0
}

/** Named cast: both sides are filters, whose keys are the names. */
function asFilterName(text: string): OfferFilterName {
  return text as OfferFilterName
}
