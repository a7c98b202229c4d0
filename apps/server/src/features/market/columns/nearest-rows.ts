import type { OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import {
  availabilityCode,
  comparedNumbers,
  type FilterScope,
  type RowFilter,
  rowFilters,
} from './filter-rows.ts'
import { firstRows, type IsBefore } from './first-rows.ts'
import type { OfferColumns } from './offer-columns.ts'

/** Filters that no offer shown as similar may miss: other hardware is of no use, and isolation is safety. */
const neverMissed: ReadonlySet<string> = new Set(['kind', 'isolation'])

/** The distance for missing a filter without degrees, as a natural logarithm: 0.7 is a figure missed by half. */
const missedImage = 0.2
const missedExactly = 1
const farthest = 5

/** Returns the offers that miss the filters least, in logarithms of ratios, and then the cheapest. */
export function nearestRows(
  columns: OfferColumns,
  filters: OfferFilters,
  { count, ...scope }: FilterScope & { count: number },
): OfferId[] {
  const { size, availability } = columns
  const wanted = availabilityCode(scope.availability)
  const distances = new Float64Array(size)
  const passes = new Uint8Array(size)
  for (const filter of rowFilters(columns, filters, scope)) {
    filter.mark(passes)
    addDistances(columns, filter, { filters, scope, passes, distances })
  }
  const rows = new Int32Array(size)
  let found = 0
  for (let row = 0; row < size; row += 1) {
    const isNear = availability[row] === wanted && (distances[row] ?? 0) < Number.POSITIVE_INFINITY
    if (isNear) rows[found++] = row
  }
  const isBefore = byDistance(columns, distances)
  return [...firstRows(rows.subarray(0, found), Math.min(count, found), isBefore)].flatMap(
    (row) => columns.ids[row] ?? [],
  )
}

function byDistance(columns: OfferColumns, distances: Float64Array): IsBefore {
  const prices = columns.number('price')
  const ranks = columns.ranks()
  return (one, other) => {
    const nearer = (distances[one] ?? 0) - (distances[other] ?? 0)
    if (nearer !== 0) return nearer < 0
    const cheaper = (prices[one] ?? 0) - (prices[other] ?? 0)
    return cheaper === 0 ? (ranks[one] ?? 0) < (ranks[other] ?? 0) : cheaper < 0
  }
}

function addDistances(
  columns: OfferColumns,
  { filter, field, role }: RowFilter,
  given: {
    filters: OfferFilters
    scope: FilterScope
    passes: Uint8Array
    distances: Float64Array
  },
): void {
  const { passes, distances } = given
  const wanted = given.filters[filter]
  const hasDegrees = typeof wanted === 'number' && (role === 'least' || role === 'most')
  const { column, plus } = hasDegrees
    ? comparedNumbers(columns, field, given.scope)
    : { column: undefined, plus: 0 }
  for (let row = 0; row < columns.size; row += 1) {
    if (passes[row] === 1) continue
    const known = (column?.[row] ?? Number.NaN) + plus
    const missed =
      typeof wanted === 'number' && column !== undefined
        ? ratio(role, known, wanted)
        : exactly(filter)
    distances[row] = (distances[row] ?? 0) + missed
  }
}

function exactly(filter: string): number {
  if (neverMissed.has(filter)) return Number.POSITIVE_INFINITY
  return filter === 'image' ? missedImage : missedExactly
}

/** The logarithm of the ratio, so that half of 8 counts as half of 80. One more in both keeps it finite. */
function ratio(role: RowFilter['role'], known: number, wanted: number): number {
  if (role === 'most' && Number.isNaN(known)) return missedExactly
  const has = (Number.isNaN(known) ? 0 : known) + 1
  const distance = role === 'most' ? Math.log(has / (wanted + 1)) : Math.log((wanted + 1) / has)
  return Math.min(farthest, Math.max(0, distance))
}
