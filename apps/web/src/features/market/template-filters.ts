import type { Template } from '@gridloom/contract/templates/template'
import {
  type FilterKey,
  type FilterValues,
  filterKeys,
  fromApiFilters,
} from '../../shared/market/filter-values.ts'
import { type OffersSearch, withoutBlanks } from './offer-search.ts'

// The filters of the template in the URL lie beneath the URL's own: each applies unless the URL has another value for
// it, or names it in `without`. So the URL stays short, and says what a reload shows.

const noFilters: FilterValues = {}

/** Returns the filters of a template in the units of the URL; none without a template. */
export function templateFilters(template: Template | undefined): FilterValues {
  return template === undefined ? noFilters : fromApiFilters(template.extra_filters)
}

/** Adds the filters of the template to those of the URL. */
export function withTemplateFilters(address: OffersSearch, values: FilterValues): OffersSearch {
  const removed = removedOnes(address)
  const added = Object.fromEntries(
    setKeys(values)
      .filter((key) => address[key] === undefined && !removed.has(key))
      .map((key) => [key, values[key]]),
  )
  const { without: _, ...search } = { ...address, ...added }
  return withoutBlanks(search)
}

/** Returns the URL of a search: what the template adds to it is left out, and what was removed is named. */
export function toAddress(search: OffersSearch, values: FilterValues): OffersSearch {
  const keys = setKeys(values)
  const added = keys.filter((key) => search[key] === values[key])
  const removed = keys.filter((key) => search[key] === undefined)
  return withoutBlanks({
    ...search,
    ...Object.fromEntries(added.map((key) => [key, undefined])),
    without: search.template === undefined || removed.length === 0 ? undefined : removed.join(','),
  })
}

/** Returns the filters of a search that come from the template. */
export function filtersFromTemplate(search: OffersSearch, values: FilterValues): FilterKey[] {
  return setKeys(values).filter((key) => search[key] === values[key])
}

type TemplateFilterKey = Exclude<FilterKey, 'image'>

function setKeys(values: FilterValues): TemplateFilterKey[] {
  return filterKeys.filter((key) => key !== 'image').filter((key) => values[key] !== undefined)
}

function removedOnes({ without = '' }: OffersSearch): ReadonlySet<string> {
  return new Set(without.split(','))
}
