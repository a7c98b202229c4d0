import {
  type OfferFilterName,
  OfferFilters,
  offerQueryCharsMax,
} from '@gridloom/contract/market/offer-filters'
import { lexQuery, type QueryProblem, type QueryTerm } from './lex-query.ts'
import { narrowFilters } from './narrow-filters.ts'
import { readTermFilters, type TermFilter } from './read-term.ts'

export type ParsedQuery =
  | { readonly filters: OfferFilters; readonly problem?: undefined }
  | { readonly filters?: undefined; readonly problem: QueryProblem }

/** The most terms of a query. */
export const offerQueryTermsMax = 30

/** Reads a text query. Terms for one field are combined: of two lower limits the higher one counts. */
export function parseOfferQuery(text: string): ParsedQuery {
  if (text.length > offerQueryCharsMax) {
    const problem = `a query has at most ${offerQueryCharsMax} characters`
    return { problem: { from: offerQueryCharsMax, to: text.length, text: problem } }
  }
  return readOfferQuery(text, offerQueryTermsMax)
}

/** The same without the limit of characters, for what {@link formatOfferQuery} wrote. Linear in the text. */
export function readOfferQuery(text: string, termsMax = Number.POSITIVE_INFINITY): ParsedQuery {
  const lexed = lexQuery(text)
  if ('problem' in lexed) return lexed
  const beyond = lexed.terms[termsMax]
  if (beyond !== undefined) {
    const problem = `a query has at most ${termsMax} terms`
    return { problem: { from: beyond.from, to: text.length, text: problem } }
  }
  let filters: Partial<OfferFilters> = {}
  for (const term of lexed.terms) {
    const read = readTermFilters(term)
    if ('problem' in read) return read
    const added = addTerm(filters, read.filters, term)
    if ('problem' in added) return added
    filters = added.filters
  }
  return { filters: OfferFilters.parse(filters) }
}

function addTerm(
  filters: Partial<OfferFilters>,
  added: readonly TermFilter[],
  term: QueryTerm,
): { filters: Partial<OfferFilters> } | { problem: QueryProblem } {
  const said: Record<string, unknown> = {}
  for (const { filter, value } of added) {
    const valid = OfferFilters.shape[filter].safeParse(value)
    if (!valid.success) {
      const text = `${term.name}: ${valid.error.issues[0]?.message ?? 'not a value of this field'}`
      return { problem: { from: term.values[0]?.from ?? term.from, to: term.to, text } }
    }
    said[filter] = valid.data
  }
  const combined = narrowFilters(filters, said)
  if (combined.conflict === undefined) return { filters: combined.filters }
  const text = `${term.name} is given twice with different values; separate values by commas`
  return { problem: { from: term.from, to: term.to, text } }
}

/** Returns the filters that a request has as parameters, and as a text query. */
export function combineQuery(filters: OfferFilters, text: string | undefined): ParsedQuery {
  if (text === undefined) return { filters }
  const parsed = parseOfferQuery(text)
  if (parsed.problem !== undefined) return parsed
  const { filters: combined, conflict } = narrowFilters(
    explicitFilters(filters),
    explicitFilters(parsed.filters),
  )
  if (conflict === undefined) return { filters: OfferFilters.parse(combined) }
  const problem = `it says something else than the parameter ${conflict satisfies OfferFilterName}`
  return { problem: { from: 0, to: text.length, text: problem } }
}

/** Leaves out the isolation that applies by default, which nobody asked for. */
export function explicitFilters(filters: OfferFilters): Partial<OfferFilters> {
  const { isolation, ...others } = filters
  return isolation === 'any' ? filters : others
}
