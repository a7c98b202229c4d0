import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import { type SortedFieldName, sortedFieldNames } from '@gridloom/contract/market/offer-filters'

/** Returns the order that a first click on a column sorts by: the best first. */
export function usualOfferOrder(sort: SortedFieldName): 'asc' | 'desc' {
  const field = offerField(sort)
  return 'best' in field && field.best === 'low' ? 'asc' : 'desc'
}

/** Whether offers are sorted by a field. */
export function isSorted(name: OfferFieldName): name is SortedFieldName {
  return sortedFieldNames.some((sorted) => sorted === name)
}
