import { offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { type FilterPart, filterParts } from '@gridloom/domain/market/filter-parts'
import { codeText, limitText } from './fact-text.ts'

/** One filter in words: `VRAM`, `at least 24 GiB`. */
export interface FilterLine {
  readonly key: OfferFilterName
  readonly label: string
  readonly text: string
}

/** Describes filters, such as those of a template, in the order of the fields. A limit of 0 is none. */
export function filterLines(filters: Partial<OfferFilters>): FilterLine[] {
  return filterParts.flatMap((part) => {
    const value = filters[part.filter]
    if (value === undefined || value === 0 || value === 'isolated') return []
    return [{ key: part.filter, label: offerField(part.field).title, text: textOf(part, value) }]
  })
}

function textOf({ field, role }: FilterPart, value: string | number): string {
  switch (role) {
    case 'least':
      return `at least ${limitText(field, value)}`
    case 'most':
      return `at most ${limitText(field, value)}`
    case 'any_of':
      return listText(field, value, ' or ')
    case 'none_of':
      return `not ${listText(field, value, ' or ')}`
    case 'exact':
      return field === 'kind' ? String(value).toUpperCase() : String(value)
    case 'flag':
      return String(value)
  }
}

function listText(field: FilterPart['field'], value: string | number, between: string): string {
  return String(value)
    .split(',')
    .map((each) => codeText(field, each))
    .join(between)
}
