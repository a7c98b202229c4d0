import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { relaxFilter } from '@gridloom/domain/explain'
import {
  availabilityCode,
  comparedNumbers,
  type FilterScope,
  type RowFilter,
  rowFilters,
} from './filter-rows.ts'
import type { OfferColumns } from './offer-columns.ts'

/** Which filters the rows fail: none (0), several (255), or one, as its number from 1. */
export interface Failures {
  readonly filters: readonly RowFilter[]
  readonly failed: Uint8Array
}

const several = 255

/** Returns which one filter each row fails, in one pass over the columns of the filters. There are at most 100. */
export function failuresOf(
  columns: OfferColumns,
  filters: OfferFilters,
  scope: FilterScope,
): Failures {
  const set = rowFilters(columns, filters, scope)
  const { size, availability } = columns
  const wanted = availabilityCode(scope.availability)
  const failed = new Uint8Array(size)
  const passes = new Uint8Array(size)
  for (let row = 0; row < size; row += 1) if (availability[row] !== wanted) failed[row] = several
  for (const [index, filter] of set.entries()) {
    filter.mark(passes)
    for (let row = 0; row < size; row += 1) {
      if (passes[row] === 1) continue
      failed[row] = failed[row] === 0 ? index + 1 : several
    }
  }
  return { filters: set, failed }
}

/**
 * Explains each filter that is set: how many offers it alone excludes, and the smallest change that includes some. An
 * offer that fails several filters counts for none.
 */
export function explainRows(
  columns: OfferColumns,
  filters: OfferFilters,
  scope: FilterScope,
): FilterEffect[] {
  const { filters: set, failed } = failuresOf(columns, filters, scope)
  const prices = columns.number('price')
  const relaxations = set.map(({ filter }) => relaxFilter(filter))
  const figures = set.map(({ field, role }) =>
    role === 'least' || role === 'most' ? comparedNumbers(columns, field, scope) : undefined,
  )
  for (let row = 0; row < columns.size; row += 1) {
    const index = (failed[row] ?? 0) - 1
    if (index < 0 || index === several - 1) continue
    const figure = figures[index]
    const value = figure === undefined ? Number.NaN : (figure.column[row] ?? 0) + figure.plus
    relaxations[index]?.add(
      Number.isNaN(value) ? null : figure?.plus ? Math.round(value * 1_000) / 1_000 : value,
      prices[row] ?? 0,
    )
  }
  return relaxations.map((relaxation) => relaxation.effect())
}
