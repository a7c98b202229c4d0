import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import { filterOf } from '@gridloom/domain/market/filter-parts'
import type { SetFilters } from '../offer-search.ts'
import { filterValue } from './filter-values.ts'

/** Whether the filters choose a value of a field. */
export function isChosen(filters: SetFilters, field: OfferFieldName, value: string): boolean {
  if (hasLimits(field)) {
    const [least, most] = limitsOf(field)
    const wanted = filterValue(least, value)
    return filters[least] === wanted && filters[most] === wanted
  }
  return chosenValues(filters, field).some((each) => sameText(each, value))
}

/**
 * The change that chooses a value, or no longer chooses it. Numbers and versions have exactly the value, so that its
 * number of offers is that of the result; of texts in lists, several are chosen.
 */
export function toggledValue(
  filters: SetFilters,
  field: OfferFieldName,
  value: string,
): SetFilters {
  const chosen = isChosen(filters, field, value)
  if (hasLimits(field)) {
    const [least, most] = limitsOf(field)
    const wanted = chosen ? undefined : filterValue(least, value)
    return { [least]: wanted, [most]: wanted }
  }
  const filter = filterOf(field, roleOf(field))
  if (roleOf(field) !== 'any_of') return { [filter]: chosen ? undefined : value }
  const others = chosenValues(filters, field).filter((each) => !sameText(each, value))
  const next = chosen ? others : [...others, value]
  return { [filter]: next.length === 0 ? undefined : next.join(',') }
}

function roleOf(name: OfferFieldName): 'flag' | 'exact' | 'any_of' {
  const field = offerField(name)
  if (field.type === 'flag') return 'flag'
  return field.type === 'text' && field.match === 'exact' ? 'exact' : 'any_of'
}

function hasLimits(field: OfferFieldName): boolean {
  return ['number', 'version'].includes(offerField(field).type)
}

function limitsOf(field: OfferFieldName) {
  return [filterOf(field, 'least'), filterOf(field, 'most')] as const
}

function chosenValues(filters: SetFilters, field: OfferFieldName): string[] {
  const value = filters[filterOf(field, roleOf(field))]
  if (value === undefined) return []
  return roleOf(field) === 'any_of' ? String(value).split(',') : [String(value)]
}

/** Offers are matched without regard to case. */
function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
