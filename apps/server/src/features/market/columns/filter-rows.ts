import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type FilterRole, filterParts } from '@gridloom/domain/market/filter-parts'
import { versionNumber } from '@gridloom/domain/market/offer-versions'
import { hasWords, wordsOf } from '@gridloom/domain/market/words'
import type { OfferColumns } from './offer-columns.ts'
import { daysAt } from './offer-values.ts'
import { betweenTest, type RowTest, textTest } from './row-tests.ts'
import type { TextColumn } from './text-column.ts'

/** The offers of a search: free ones, or those whose slots are all rented. */
export type Availability = 'free' | 'rented'

export interface FilterScope {
  readonly availability: Availability
  readonly now: Date
}

/** One filter that is set, over the rows of the columns. */
export interface RowFilter extends RowTest {
  readonly filter: OfferFilterName
  readonly field: OfferFieldName
  readonly role: FilterRole
}

/** Less than half a step of any field: what sums of thousandths may be off. */
const tolerance = 1e-6

/** Returns the passes of the filters that are set, over the rows as they are now. Unknown values pass no filter. */
export function rowFilters(
  columns: OfferColumns,
  filters: OfferFilters,
  scope: FilterScope,
): RowFilter[] {
  return filterParts.flatMap(({ filter, field, role }) => {
    const value = filters[filter]
    if (value === undefined || (filter === 'isolation' && value === 'any')) return []
    return [{ filter, field, role, ...testOf(columns, { field, role, value }, scope) }]
  })
}

/** The numbers that a search compares for a field, and what is added to each: ages grow as time passes. */
export function comparedNumbers(
  columns: OfferColumns,
  field: OfferFieldName,
  { availability, now }: FilterScope,
): { column: Float64Array; plus: number } {
  const ofAll = field === 'slots' && availability === 'rented'
  const column = ofAll ? columns.slotsTotal : columns.number(field)
  return { column, plus: field === 'age' ? daysAt(now) : 0 }
}

/** The code of {@link OfferColumns.availability}. */
export function availabilityCode(availability: Availability): number {
  return availability === 'free' ? 1 : 2
}

interface Wanted {
  field: OfferFieldName
  role: FilterRole
  value: string | number
}

function testOf(columns: OfferColumns, wanted: Wanted, scope: FilterScope): RowTest {
  const { field, role, value } = wanted
  switch (role) {
    case 'least':
    case 'most': {
      const { column, plus } = comparedNumbers(columns, field, scope)
      const limit = limitOf(value, role) - plus
      const slack = plus === 0 ? 0 : tolerance
      return role === 'least'
        ? betweenTest(columns.size, column, [limit - slack, Number.POSITIVE_INFINITY])
        : betweenTest(columns.size, column, [Number.NEGATIVE_INFINITY, limit + slack])
    }
    case 'flag': {
      const flag = value === 'yes' ? 1 : 0
      return betweenTest(columns.size, columns.number(field), [flag, flag])
    }
    case 'exact':
    case 'any_of':
    case 'none_of': {
      const column = columns.text(field)
      return textTest(columns.size, column, {
        matches: matcherOf(column, wanted),
        excludes: role === 'none_of',
      })
    }
  }
}

function limitOf(value: string | number, role: 'least' | 'most'): number {
  if (typeof value === 'number') return value
  return versionNumber(value, role === 'least' ? 'lowest' : 'highest') ?? Number.NaN
}

/** Returns whether the text of a code is wanted. */
function matcherOf(column: TextColumn, { field, role, value }: Wanted): (code: number) => boolean {
  if (role === 'exact') {
    const wanted = column.codeOf(String(value))
    return (code) => code === wanted
  }
  const values = String(value).split(',')
  const declared = offerField(field)
  if (declared.type === 'text' && declared.match === 'code') {
    const lower = new Set(values.map((each) => each.trim().toLowerCase()))
    return (code) => lower.has(column.texts[code]?.toLowerCase() ?? '')
  }
  const wanted = values.map(wordsOf)
  return (code) => {
    const words = column.words[code] ?? ''
    return wanted.some((each) => hasWords(words, each))
  }
}
