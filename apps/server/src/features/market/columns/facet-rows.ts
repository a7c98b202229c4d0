import { facetValuesMax, type OfferFacet, type OfferFacets } from '@gridloom/contract/market/facets'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
} from '@gridloom/contract/market/offer-fields'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { formatUnits } from '@gridloom/domain/market/offer-units'
import { type Failures, failuresOf } from './explain-rows.ts'
import { comparedNumbers, type FilterScope } from './filter-rows.ts'
import type { OfferColumns } from './offer-columns.ts'

/** Fields with few values, which facets have unless others are named. */
export const usualFacets: readonly OfferFieldName[] = offerFieldNames.filter((name) => {
  const field = offerField(name)
  if (field.type === 'number') return field.facet === 'values'
  return !['gpu', 'isolated', 'machine', 'image', 'driver'].includes(name)
})

/** Counts the values of fields among the offers that pass all filters but those of the field itself. */
export function facetRows(
  columns: OfferColumns,
  asked: { filters: OfferFilters; fields: readonly OfferFieldName[] },
  scope: FilterScope,
): OfferFacets {
  const failures = failuresOf(columns, asked.filters, scope)
  let offers = 0
  for (let row = 0; row < columns.size; row += 1) if (failures.failed[row] === 0) offers += 1
  const facets = asked.fields.map((field) => facetOf(columns, failures, { field, scope }))
  return { offers, facets }
}

function facetOf(
  columns: OfferColumns,
  { filters, failed }: Failures,
  { field, scope }: { field: OfferFieldName; scope: FilterScope },
): OfferFacet {
  // Rows that fail nothing, or one filter of this field alone.
  const own = filters.flatMap((each, index) => (sameColumn(each.field, field) ? [index + 1] : []))
  const counts = new Uint8Array(256)
  counts[0] = 1
  for (const index of own) counts[index] = 1
  const declared = offerField(field)
  if (declared.type === 'number') {
    const { column, plus } = comparedNumbers(columns, field, scope)
    if (declared.facet !== 'values') return rangeFacet(field, { failed, counts, column, plus })
    const found = countNumbers(columns.size, { failed, counts, column })
    return valueFacet(field, found, (value) => formatUnits(declared.unit, value))
  }
  if (declared.type === 'flag') {
    const found = countNumbers(columns.size, { failed, counts, column: columns.number(field) })
    return valueFacet(field, found, (value) => (value === 1 ? 'yes' : 'no'))
  }
  const { texts } = columns.text(field)
  const found = countTexts(columns, field, { failed, counts })
  return valueFacet(field, found, (code) => texts[code] ?? '')
}

/** `gpu` and `gpu_model` filter by one column. */
function sameColumn(one: OfferFieldName, other: OfferFieldName): boolean {
  return one === other || (one === 'gpu' && other === 'gpu_model')
}

interface Counted {
  failed: Uint8Array
  counts: Uint8Array
}

function countNumbers(
  size: number,
  { failed, counts, column }: Counted & { column: Float64Array },
): Map<number, number> {
  const found = new Map<number, number>()
  for (let row = 0; row < size; row += 1) {
    const value = column[row] ?? Number.NaN
    if (counts[failed[row] ?? 0] !== 1 || Number.isNaN(value)) continue
    found.set(value, (found.get(value) ?? 0) + 1)
  }
  return found
}

function countTexts(
  columns: OfferColumns,
  field: OfferFieldName,
  { failed, counts }: Counted,
): Map<number, number> {
  const { texts, codes, many } = columns.text(field)
  const found = new Float64Array(texts.length)
  for (let row = 0; row < columns.size; row += 1) {
    if (counts[failed[row] ?? 0] !== 1) continue
    const code = codes[row] ?? -1
    if (code >= 0) found[code] = (found[code] ?? 0) + 1
    else for (const each of many.get(row) ?? []) found[each] = (found[each] ?? 0) + 1
  }
  return new Map([...found.entries()].filter(([, offers]) => offers > 0))
}

function valueFacet(
  field: OfferFieldName,
  found: ReadonlyMap<number, number>,
  textOf: (value: number) => string,
): OfferFacet {
  const values = [...found]
    .toSorted(([one, offers], [other, more]) => more - offers || one - other)
    .slice(0, facetValuesMax)
    .map(([value, offers]) => ({ value: textOf(value), offers }))
  return { field, values, more: found.size > values.length, lowest: null, highest: null }
}

function rangeFacet(
  field: OfferFieldName,
  { failed, counts, column, plus }: Counted & { column: Float64Array; plus: number },
): OfferFacet {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < failed.length; row += 1) {
    if (counts[failed[row] ?? 0] !== 1) continue
    const value = (column[row] ?? Number.NaN) + plus
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  const known = lowest <= highest
  return {
    ...{ field, values: [], more: false },
    ...{ lowest: known ? lowest : null, highest: known ? highest : null },
  }
}
