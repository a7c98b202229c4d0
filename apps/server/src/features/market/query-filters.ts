import { Refused } from '@gridloom/contract/errors'
import type { OfferFilters, OfferQuery } from '@gridloom/contract/market/offer-filters'
import { combineQuery } from '@gridloom/domain/market/parse-query'

/** Returns the filters of a text query. @throws {Refused} query_invalid, naming the place */
export function filtersOfText(q: string): OfferFilters {
  return filtersOf({ isolation: 'isolated', q })
}

/** Returns the filters of parameters and text query together. @throws {Refused} query_invalid, naming the place */
export function filtersOf({ q, ...filters }: OfferQuery): OfferFilters {
  const { filters: combined, problem } = combineQuery(filters, q)
  if (problem === undefined) return combined
  const text = `${problem.text} (at character ${problem.from + 1}).`
  throw new Refused('query_invalid', { details: { problem: text } })
}
