import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { filterParts } from './filter-parts.ts'
import { formatUnits, justAbove, justBelow } from './offer-units.ts'

/** Writes filters as a text query, in the order of the fields. {@link parseOfferQuery} reads the same filters again. */
export function formatOfferQuery(filters: Partial<OfferFilters>): string {
  return filterParts
    .flatMap(({ filter }) => {
      const value = filters[filter]
      return value === undefined ? [] : [formatTerm(filters, filter)]
    })
    .filter((term) => term !== '')
    .join(' ')
}

/** Writes one filter, such as `vram>=24`; of two equal limits the first one is written, as `slots=2`. */
function formatTerm(filters: Partial<OfferFilters>, filter: OfferFilterName): string {
  const part = filterParts.find((each) => each.filter === filter)
  const value = filters[filter]
  if (part === undefined || value === undefined) return ''
  const { field, role } = part
  switch (role) {
    case 'any_of':
      return `${field}:${valuesText(String(value))}`
    case 'none_of':
      return `-${field}:${valuesText(String(value))}`
    case 'flag':
      return `${field}:${value}`
    case 'exact':
      return value === 'isolated' ? '' : `${field}:${quoteValue(String(value))}`
    case 'least':
    case 'most':
      return formatLimit(filters, { field, role, value })
  }
}

/** Writes a filter by itself, for lists of filters. */
export function formatFilter(filter: OfferFilterName, value: string | number): string {
  return formatTerm({ [filter]: value }, filter)
}

function formatLimit(
  filters: Partial<OfferFilters>,
  { field, role, value }: { field: OfferFieldName; role: 'least' | 'most'; value: string | number },
): string {
  const { param } = offerField(field)
  const limits: Readonly<Record<string, unknown>> = filters
  const isEqual = limits[`${param}_min`] === limits[`${param}_max`]
  if (isEqual) return role === 'least' ? `${field}=${limitText(field, value)}` : ''
  const plain = `${field}${role === 'least' ? '>=' : '<='}${limitText(field, value)}`
  const strict = strictLimit(field, role, value)
  // `price<0.5` for 0.499999, but `disk>=100` rather than `disk>99`: one digit less is no simpler.
  return strict !== undefined && strict.length + 2 < plain.length ? strict : plain
}

/** `price<0.5` for what is at most 0.499999: the value one step further, if it leads back. */
function strictLimit(
  field: OfferFieldName,
  role: 'least' | 'most',
  value: string | number,
): string | undefined {
  const declared = offerField(field)
  if (declared.type !== 'number' || typeof value !== 'number') return undefined
  const further = role === 'least' ? justBelow(declared, value) : justAbove(declared, value)
  if (further === undefined) return undefined
  const back = role === 'least' ? justAbove(declared, further) : justBelow(declared, further)
  const text = formatUnits(declared.unit, further)
  return back === value ? `${field}${role === 'least' ? '>' : '<'}${text}` : undefined
}

function limitText(field: OfferFieldName, value: string | number): string {
  const declared = offerField(field)
  return declared.type === 'number' && typeof value === 'number'
    ? formatUnits(declared.unit, value)
    : String(value)
}

function valuesText(list: string): string {
  return list.split(',').map(quoteValue).join(',')
}

/** A value as a query has it: in quotation marks where it needs them. */
export function quoteValue(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : `"${text}"`
}
