import type { NumberOfferField } from '@gridloom/contract/market/offer-field'
import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { fieldOfWord, nearestWord } from './field-words.ts'
import { filterOf } from './filter-parts.ts'
import type { QueryProblem, QueryTerm, QueryValue } from './lex-query.ts'
import { justAbove, justBelow, offerUnits, parseUnits } from './offer-units.ts'
import { versionAfter, versionBefore, versionNumber } from './offer-versions.ts'

export interface TermFilter {
  readonly filter: OfferFilterName
  readonly value: string | number
}

type Read = { readonly filters: readonly TermFilter[] } | { readonly problem: QueryProblem }

/** Reads one term of a query as parameters. */
export function readTermFilters(term: QueryTerm): Read {
  const field = fieldOfWord(term.name)
  if (field === undefined) return unknownField(term)
  const { type } = offerField(field)
  if (term.operator === null && type !== 'flag') {
    return atName(term, `${term.name} needs a value, such as ${exampleOf(field)}`)
  }
  switch (type) {
    case 'number':
    case 'version':
      return readLimit(term, field)
    case 'flag':
      return readFlag(term, field)
    case 'text':
      return readText(term, field)
  }
}

/** A term that filters by a field, for problems and completion. */
export function exampleOf(field: OfferFieldName): string {
  const declared = offerField(field)
  switch (declared.type) {
    case 'number':
      return declared.best === 'high' ? `${field}>=100` : `${field}<=0.5`
    case 'version':
      return `${field}>=12.4`
    case 'flag':
      return `${field}:yes`
    case 'text':
      return field === 'isolated' ? 'isolated:any' : `${field}:value`
  }
}

function unknownField(term: QueryTerm): Read {
  if (term.operator === null) {
    const near = nearestWord(term.name)
    const meant = near ?? `gpu:${term.name}`
    return atName(term, `${term.name} is no field; write field:value, such as ${meant}`)
  }
  const near = nearestWord(term.name)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return atName(term, `${term.name} is no field of offers${hint}`)
}

function readLimit(term: QueryTerm, field: OfferFieldName): Read {
  const [value, second] = term.values
  if (value === undefined) return atName(term, `${term.name} needs a value`)
  if (second !== undefined) {
    return atValue(second, `${term.name} takes one value; use >= and <= for a range`)
  }
  if (term.negated || term.operator === '!=') {
    return atName(term, `${term.name} cannot be excluded; use < or >`)
  }
  const declared = offerField(field)
  return declared.type === 'number'
    ? numberLimits(term, value, { field, declared })
    : versionLimits(term, value, field)
}

function numberLimits(
  term: QueryTerm,
  value: QueryValue,
  { field, declared }: { field: OfferFieldName; declared: NumberOfferField },
): Read {
  const number = parseUnits(declared.unit, value.text)
  if (number === undefined) {
    const words = Object.keys(offerUnits[declared.unit].words).join(', ')
    const units = words === '' ? '' : `, with one of the units ${words}`
    return atValue(value, `${value.text} is no number${units}`)
  }
  return limits(term, value, {
    field,
    equal: number,
    below: justBelow(declared, number),
    above: justAbove(declared, number),
  })
}

function versionLimits(term: QueryTerm, value: QueryValue, field: OfferFieldName): Read {
  const { text } = value
  if (versionNumber(text) === null) return atValue(value, `${text} is no version, such as 12.4`)
  const [below, above] = [versionBefore(text), versionAfter(text)]
  return limits(term, value, { field, equal: text, below, above })
}

function limits(
  { operator }: QueryTerm,
  value: QueryValue,
  given: {
    field: OfferFieldName
    equal: string | number
    below: string | number | undefined
    above: string | number | undefined
  },
): Read {
  const least = filterOf(given.field, 'least')
  const most = filterOf(given.field, 'most')
  const [from, to] = {
    ...{ ':': [given.equal, given.equal], '=': [given.equal, given.equal] },
    ...{ '>=': [given.equal, null], '<=': [null, given.equal] },
    ...{ '>': [given.above, null], '<': [null, given.below], '!=': [null, null] },
  }[operator ?? ':'] as [string | number | null | undefined, string | number | null | undefined]
  if (from === undefined) return atValue(value, `nothing is above ${value.text}`)
  if (to === undefined) return atValue(value, `nothing is below ${value.text}`)
  return {
    filters: [
      ...(from === null ? [] : [{ filter: least, value: from }]),
      ...(to === null ? [] : [{ filter: most, value: to }]),
    ],
  }
}

const flagWords = new Map([
  ['yes', 'yes'],
  ['true', 'yes'],
  ['no', 'no'],
  ['false', 'no'],
])

function readFlag(term: QueryTerm, field: OfferFieldName): Read {
  const [value, second] = term.values
  if (second !== undefined) return atValue(second, `${term.name} is yes or no`)
  const word = value === undefined ? 'yes' : flagWords.get(value.text.toLowerCase())
  if (word === undefined || isOrder(term)) {
    return atValue(value ?? term, `${term.name} is yes or no, such as ${term.name}:yes`)
  }
  const isNo = (word === 'no') !== isNegative(term)
  return { filters: [{ filter: filterOf(field, 'flag'), value: isNo ? 'no' : 'yes' }] }
}

function readText(term: QueryTerm, field: OfferFieldName): Read {
  if (isOrder(term)) return atName(term, `${term.name} is a text; use : or !=`)
  const declared = offerField(field)
  const comma = term.values.find(({ text }) => text.includes(','))
  if (comma !== undefined) return atValue(comma, 'a value cannot have a comma')
  if (declared.type === 'text' && declared.match === 'exact') return readExact(term, field)
  const filter = filterOf(field, isNegative(term) ? 'none_of' : 'any_of')
  return { filters: [{ filter, value: term.values.map(({ text }) => text).join(',') }] }
}

function readExact(term: QueryTerm, field: OfferFieldName): Read {
  const [value, second] = term.values
  if (value === undefined) return atName(term, `${term.name} needs a value`)
  if (second !== undefined) return atValue(second, `${term.name} takes one value`)
  if (isNegative(term)) return atName(term, `${term.name} cannot be excluded`)
  const filter = filterOf(field, 'exact')
  if (field !== 'isolated') return { filters: [{ filter, value: value.text }] }
  const word = value.text.toLowerCase()
  if (word === 'any') return { filters: [{ filter, value: 'any' }] }
  if (word === 'isolated' || flagWords.get(word) === 'yes') {
    return { filters: [{ filter, value: 'isolated' }] }
  }
  return atValue(value, 'write isolated:any for offers that are not isolated too')
}

function isNegative({ negated, operator }: QueryTerm): boolean {
  return negated !== (operator === '!=')
}

function isOrder({ operator }: QueryTerm): boolean {
  return operator !== null && ['<', '<=', '>', '>='].includes(operator)
}

function atName({ from, nameTo }: QueryTerm, text: string): Read {
  return { problem: { from, to: nameTo, text } }
}

function atValue({ from, to }: { from: number; to: number }, text: string): Read {
  return { problem: { from, to, text } }
}
