import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
} from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'

/** What one parameter says about its field. */
export type FilterRole = 'least' | 'most' | 'any_of' | 'none_of' | 'exact' | 'flag'

export interface FilterPart {
  readonly filter: OfferFilterName
  readonly field: OfferFieldName
  readonly role: FilterRole
}

/** Every parameter of the market, in the order of the fields. */
export const filterParts: readonly FilterPart[] = offerFieldNames.flatMap((field) =>
  rolesOf(field).map(([suffix, role]) => ({
    filter: asFilterName(`${offerField(field).param}${suffix}`),
    field,
    role,
  })),
)

const byFilter = new Map(filterParts.map((part) => [part.filter, part]))

/** Returns the field and the role of a parameter. */
export function filterPart(filter: OfferFilterName): FilterPart {
  const part = byFilter.get(filter)
  if (part === undefined) throw new RangeError(`${filter} is no filter of offers`)
  return part
}

/** Returns the parameter of a field with a role. */
export function filterOf(field: OfferFieldName, role: FilterRole): OfferFilterName {
  const part = filterParts.find((each) => each.field === field && each.role === role)
  if (part === undefined) throw new RangeError(`${field} has no filter ${role}`)
  return part.filter
}

function rolesOf(name: OfferFieldName): readonly (readonly [string, FilterRole])[] {
  const field = offerField(name)
  switch (field.type) {
    case 'number':
    case 'version':
      return [
        ['_min', 'least'],
        ['_max', 'most'],
      ]
    case 'flag':
      return [['', 'flag']]
    case 'text':
      if (field.match === 'exact') return [['', 'exact']]
      return [
        ['', 'any_of'],
        ['_not', 'none_of'],
      ]
  }
}

/** Named cast: the contract builds its parameters by the same rule, and a test compares both. */
function asFilterName(text: string): OfferFilterName {
  return text as OfferFilterName
}
