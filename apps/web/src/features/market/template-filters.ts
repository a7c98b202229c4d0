import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import type { Template } from '@gridloom/contract/templates/template'
import { filterParts } from '@gridloom/domain/market/filter-parts'
import { fromApiFilters, keyOfFilter, toApiFilters } from '../../shared/market/filter-values.ts'
import { type OffersSearch, type SetFilters, writeOffersSearch } from './offer-search.ts'
import { withoutBlanks } from './without-blanks.ts'

// The filters of the template in the URL lie beneath the URL's own: each applies unless the URL has another value for
// it, or names it in `without`. So the URL stays short, and says what a reload shows.

const noFilters: SetFilters = {}

/** Returns the filters of a template; none without a template. */
export function templateFilters(template: Template | undefined): SetFilters {
  if (template === undefined) return noFilters
  const { extra_filters: filters } = template
  // The same round trip as in the editor of templates: 0 is no filter, and a disk can be ordered.
  const usual = toApiFilters(fromApiFilters(filters))
  return withoutBlanks({ ...filters, ...usual })
}

/** Adds the filters of the template to those of the URL. */
export function withTemplateFilters(address: OffersSearch, values: SetFilters): OffersSearch {
  const removed = removedOnes(address)
  const added = Object.fromEntries(
    setNames(values)
      .filter((name) => address.filters[name] === undefined && !isRemoved(removed, name))
      .map((name) => [name, values[name]]),
  )
  const { without: _, ...search } = address
  return { ...search, filters: { ...address.filters, ...added } }
}

/** Returns the URL of a search: what the template adds to it is left out, and what was removed is named. */
export function toAddress(search: OffersSearch, values: SetFilters) {
  const names = setNames(values)
  const added = names.filter((name) => search.filters[name] === values[name])
  const removed = names.filter((name) => search.filters[name] === undefined)
  return writeOffersSearch({
    ...search,
    filters: withoutBlanks({
      ...search.filters,
      ...Object.fromEntries(added.map((name) => [name, undefined])),
    }),
    without: search.template === undefined || removed.length === 0 ? undefined : removed.join(','),
  })
}

/** Returns the filters of a search that come from the template. */
export function filtersFromTemplate(search: OffersSearch, values: SetFilters): OfferFilterName[] {
  return setNames(values).filter((name) => search.filters[name] === values[name])
}

function setNames(values: SetFilters): OfferFilterName[] {
  return filterParts.map(({ filter }) => filter).filter((name) => values[name] !== undefined)
}

function removedOnes({ without = '' }: OffersSearch): ReadonlySet<string> {
  return new Set(without.split(','))
}

/** Whether a filter was removed; URLs from before the text query name it as their parameter. */
function isRemoved(removed: ReadonlySet<string>, name: OfferFilterName): boolean {
  return removed.has(name) || removed.has(keyOfFilter[name] ?? name)
}
