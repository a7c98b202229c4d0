import { regionNames } from '@gridloom/contract/machines/countries'
import {
  type OfferFieldName,
  offerField,
  offerFieldNames,
} from '@gridloom/contract/market/offer-fields'
import { fieldOfWord } from './field-words.ts'
import { quoteValue } from './format-query.ts'
import { offerUnits } from './offer-units.ts'

export interface QuerySuggestion {
  /** What replaces the text from `from` to `to`. */
  readonly text: string
  readonly about: string
  /** How many offers have the value, where it is one; `null`: unknown. */
  readonly offers: number | null
}

export interface QueryCompletion {
  readonly from: number
  readonly to: number
  readonly suggestions: readonly QuerySuggestion[]
}

/** The values of fields on the market, the most frequent first. */
export type QueryFacts = Partial<
  Record<OfferFieldName, readonly { readonly value: string; readonly offers: number }[]>
>

const suggestionsMax = 20

/** Suggests how the word at the cursor may go on: names of fields with an operator, values, or units. */
export function completeOfferQuery(
  text: string,
  cursor: number,
  facts: QueryFacts = {},
): QueryCompletion {
  const before = text.slice(0, cursor)
  const from = wordStart(before)
  const typed = /^(-?)([A-Za-z_]*)(<=|>=|!=|==|[:=<>])?(.*)$/s.exec(before.slice(from))
  const [, minus = '', name = '', operator, rest = ''] = typed ?? []
  const field = fieldOfWord(name)
  if (operator === undefined) return completion(from, cursor, namesLike(name, minus))
  if (field === undefined) return completion(from, cursor, [])
  const valueFrom = cursor - (rest.length - rest.lastIndexOf(',') - 1)
  const fragment = before.slice(valueFrom)
  return completion(valueFrom, cursor, valuesLike(field, fragment, facts))
}

/** The start of the term that ends at the end: the last space outside quotation marks, and not after a comma. */
function wordStart(text: string): number {
  let [start, quoted] = [0, false]
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') quoted = !quoted
    else if (!quoted && /\s/.test(text[at] ?? '') && text[at - 1] !== ',') start = at + 1
  }
  return start
}

function namesLike(typed: string, minus: string): QuerySuggestion[] {
  const prefix = typed.toLowerCase()
  return offerFieldNames
    .filter((name) => {
      const { type, aliases } = offerField(name)
      if (minus !== '' && type !== 'text' && type !== 'flag') return false
      return [name, ...aliases].some((word) => word.startsWith(prefix))
    })
    .toSorted((one, other) => Number(!one.startsWith(prefix)) - Number(!other.startsWith(prefix)))
    .map((name) => ({
      text: `${minus}${name}${operatorOf(name)}`,
      about: offerField(name).about,
      offers: null,
    }))
}

function operatorOf(name: OfferFieldName): string {
  const field = offerField(name)
  if (field.type === 'number' || field.type === 'version') {
    return field.best === 'high' ? '>=' : '<='
  }
  return ':'
}

function valuesLike(field: OfferFieldName, typed: string, facts: QueryFacts): QuerySuggestion[] {
  const declared = offerField(field)
  if (declared.type === 'number' && /\d$/.test(typed)) {
    const words = Object.keys(offerUnits[declared.unit].words)
    return words.map((word) => ({ text: `${typed}${word}`, about: '', offers: null }))
  }
  const fragment = typed.replaceAll('"', '').toLowerCase()
  const known = facts[factsOf(field)] ?? fixedValues(field)
  return known
    .filter(({ value }) => value.toLowerCase().includes(fragment))
    .map(({ value, offers }) => ({
      text: quoteValue(value),
      about: field === 'region' ? nameOfRegion(value) : '',
      offers,
    }))
}

/** Words of a GPU model are completed by whole models. */
function factsOf(field: OfferFieldName): OfferFieldName {
  return field === 'gpu' ? 'gpu_model' : field
}

function fixedValues(field: OfferFieldName): { value: string; offers: null }[] {
  const values: Partial<Record<OfferFieldName, readonly string[]>> = {
    kind: ['gpu', 'cpu'],
    isolated: ['any'],
    region: Object.keys(regionNames),
  }
  const words = offerField(field).type === 'flag' ? ['yes', 'no'] : (values[field] ?? [])
  return words.map((value) => ({ value, offers: null }))
}

function nameOfRegion(value: string): string {
  const names: Readonly<Record<string, string>> = regionNames
  return names[value] ?? ''
}

function completion(
  from: number,
  to: number,
  suggestions: readonly QuerySuggestion[],
): QueryCompletion {
  return { from, to, suggestions: suggestions.slice(0, suggestionsMax) }
}
