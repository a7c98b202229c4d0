import type { OfferId } from '@gridloom/contract/core/ids'
import type { OfferFilters, SortedFieldName } from '@gridloom/contract/market/offer-filters'
import {
  availabilityCode,
  comparedNumbers,
  type FilterScope,
  type RowFilter,
  rowFilters,
} from './filter-rows.ts'
import { firstRows, type IsBefore } from './first-rows.ts'
import type { OfferColumns } from './offer-columns.ts'

export interface RowOrder {
  readonly sort: SortedFieldName
  readonly order: 'asc' | 'desc'
}

/** Returns the rows that pass all filters, in no order. */
export function matchingRows(
  columns: OfferColumns,
  filters: OfferFilters,
  scope: FilterScope,
): Int32Array {
  const { size, availability } = columns
  const wanted = availabilityCode(scope.availability)
  const rows = new Int32Array(size)
  let count = 0
  for (let row = 0; row < size; row += 1) if (availability[row] === wanted) rows[count++] = row
  const filtersSet = rowFilters(columns, filters, scope)
  // Numbers first: texts are compared only for the rows that are left.
  const isText = ({ role }: RowFilter) => ['exact', 'any_of', 'none_of'].includes(role)
  const ordered = filtersSet.toSorted((one, other) => Number(isText(one)) - Number(isText(other)))
  for (const filter of ordered) count = filter.keep(rows, count)
  return rows.subarray(0, count)
}

/** Returns the offers of one page: by the sort, then by id. Unknown values come last in both orders. */
export function pageOf(
  columns: OfferColumns,
  rows: Int32Array,
  page: RowOrder & { readonly skip: number; readonly take: number } & FilterScope,
): OfferId[] {
  const end = Math.min(rows.length, page.skip + page.take)
  if (end <= page.skip) return []
  const isBefore = orderOf(columns, page)
  const first = firstRows(rows, end, isBefore)
  return [...first.subarray(page.skip)].flatMap((row) => columns.ids[row] ?? [])
}

function orderOf(columns: OfferColumns, page: RowOrder & FilterScope): IsBefore {
  const { column } = comparedNumbers(columns, page.sort, page)
  const ranks = columns.ranks()
  const sign = page.order === 'asc' ? 1 : -1
  return (one, other) => {
    const [a, b] = [column[one] ?? Number.NaN, column[other] ?? Number.NaN]
    if (a !== b) {
      // NaN differs from itself: two unknown values are ordered by id.
      if (Number.isNaN(a)) {
        if (!Number.isNaN(b)) return false
      } else return Number.isNaN(b) || a * sign < b * sign
    }
    return (ranks[one] ?? 0) * sign < (ranks[other] ?? 0) * sign
  }
}
