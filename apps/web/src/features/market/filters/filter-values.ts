import { offerField } from '@gridloom/contract/market/offer-fields'
import { type OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { filterPart } from '@gridloom/domain/market/filter-parts'
import { formatFilter } from '@gridloom/domain/market/format-query'
import { parseUnits } from '@gridloom/domain/market/offer-units'
import type { SetFilters } from '../offer-search.ts'

/** Returns the value that a text of the form means, as the API takes it; `undefined` while it is none. */
export function filterValue(filter: OfferFilterName, text: string): string | number | undefined {
  const { field, role } = filterPart(filter)
  const declared = offerField(field)
  const isNumber = declared.type === 'number'
  const word = isNumber ? text.replace(',', '.').replace(/\s+/g, '') : listText(text)
  const value = isNumber ? parseUnits(declared.unit, word) : word
  // At least 0 is no filter.
  if (role === 'least' && value === 0) return undefined
  const valid = OfferFilters.shape[filter].safeParse(value)
  return valid.success ? valid.data : undefined
}

/** Returns the same as the form writes it; `null` while it is none. */
export function readFilter(filter: OfferFilterName, text: string): string | null {
  const value = filterValue(filter, text)
  return value === undefined ? null : writeFilter(filter, value)
}

/** Writes the value of a filter in the form: numbers in the unit that they are usually typed in. */
function writeFilter(filter: OfferFilterName, value: string | number): string {
  const { type } = offerField(filterPart(filter).field)
  return type === 'number' ? limitParts(filter, value).text : String(value)
}

const signs = { '>=': '≥', '<=': '≤', '>': '>', '<': '<' } as const

/** The sign of a limit that is set, as the text query has it: `price<0.5` is at most 0.499999. */
export function limitSign(filters: SetFilters, filter: OfferFilterName, usual: '≥' | '≤') {
  const value = filters[filter]
  return value === undefined ? usual : limitParts(filter, value).sign
}

function limitParts(filter: OfferFilterName, value: string | number) {
  const [, operator = '>=', text = ''] =
    /^\w+(>=|<=|>|<)(.*)$/.exec(formatFilter(filter, value)) ?? []
  return { sign: isSign(operator) ? signs[operator] : signs['>='], text }
}

function isSign(operator: string): operator is keyof typeof signs {
  return Object.hasOwn(signs, operator)
}

/** Returns the value of a filter as the form writes it. */
export function writtenFilter(filters: SetFilters, filter: OfferFilterName): string | undefined {
  const value = filters[filter]
  return value === undefined ? undefined : writeFilter(filter, value)
}

/** Values separated by commas, without spaces around them. */
function listText(text: string): string {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(',')
}
