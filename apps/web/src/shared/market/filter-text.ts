import { offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName, OfferFilters } from '@gridloom/contract/market/offer-filters'
import { filterPart, filterParts } from '@gridloom/domain/market/filter-parts'
import { codeText, limitText } from './fact-text.ts'

/** One filter of the market in words: `VRAM`, `at least 24 GiB`. */
export interface FilterText {
  readonly filter: OfferFilterName
  readonly label: string
  readonly text: string
}

/** Describes one filter in words. */
export function filterText(filter: OfferFilterName, value: string | number): FilterText {
  const { field, role } = filterPart(filter)
  const written = () =>
    String(value)
      .split(',')
      .map((each) => codeText(field, each))
  const texts = {
    least: () => `at least ${limitText(field, value)}`,
    most: () => `at most ${limitText(field, value)}`,
    any_of: () => written().join(' or '),
    none_of: () => `not ${written().join(', ')}`,
    flag: () => String(value),
    exact: () => exactText(filter, String(value)),
  }
  return { filter, label: offerField(field).title, text: texts[role]() }
}

/** Describes filters in words, in the order of the fields; isolation only where it is not the usual one. */
export function filterTexts(filters: Partial<OfferFilters>): FilterText[] {
  return filterParts.flatMap(({ filter }) => {
    const value = filters[filter]
    if (value === undefined || value === 'isolated') return []
    return [filterText(filter, value)]
  })
}

/** Describes filters as one text: `Kind GPU, VRAM at least 24 GiB`. */
export function filtersSentence(filters: Partial<OfferFilters>): string {
  const texts = filterTexts(filters).map(({ label, text }) => `${label} ${text}`)
  return texts.length === 0 ? 'Any offer' : texts.join(', ')
}

function exactText(filter: OfferFilterName, value: string): string {
  if (filter === 'kind') return value.toUpperCase()
  return filter === 'isolation' && value === 'isolated' ? 'isolated only' : value
}
