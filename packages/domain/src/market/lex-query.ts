/** A part of a query that cannot be read: from a character to another, with what would be right. */
export interface QueryProblem {
  readonly from: number
  readonly to: number
  readonly text: string
}

export type QueryOperator = ':' | '=' | '!=' | '<' | '<=' | '>' | '>='

export interface QueryValue {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** `-name op value,value`, or a word alone. */
export interface QueryTerm {
  readonly negated: boolean
  readonly name: string
  readonly from: number
  /** The end of the name. */
  readonly nameTo: number
  readonly to: number
  /** `null`: a word alone. */
  readonly operator: QueryOperator | null
  readonly values: readonly QueryValue[]
}

// Each is sticky and matches at one place, and none has nested repetition: the lexer is linear in the text.
const space = /\s*/y
const name = /(-?)([^\s:=!<>,"]*)/y
const operator = /(<=|>=|!=|==|[:=<>])/y
const bare = /[^\s,"]*/y
const quoted = /"([^"]*)("?)/y
const nextTerm = /-?[A-Za-z_]+\s*(?:[:=<>]|!=)/y

/** Splits a query into terms. Spaces may surround operators and follow commas. */
export function lexQuery(text: string): { terms: QueryTerm[] } | { problem: QueryProblem } {
  const terms: QueryTerm[] = []
  let at = skip(text, 0)
  while (at < text.length) {
    const read = readTerm(text, at)
    if ('problem' in read) return read
    terms.push(read.term)
    at = skip(text, read.term.to)
  }
  return { terms }
}

function readTerm(text: string, from: number): { term: QueryTerm } | { problem: QueryProblem } {
  const [whole = '', minus = '', word = ''] = match(name, text, from) ?? []
  const nameTo = from + whole.length
  if (word === '') return problem(from, nameTo + 1, 'write a field and a value, such as vram>=24')
  const start = { negated: minus !== '', name: word, from, nameTo }
  const found = match(operator, text, skip(text, nameTo))
  if (found === null) {
    const term = { ...start, to: nameTo, operator: null, values: [] }
    return text[nameTo] === undefined || /\s/.test(text[nameTo] ?? '')
      ? { term }
      : problem(nameTo, nameTo + 1, `write an operator after ${word}, such as ${word}:value`)
  }
  const operatorTo = skip(text, nameTo) + (found[0]?.length ?? 0)
  const read = readValues(text, operatorTo)
  if ('problem' in read) return read
  return { term: { ...start, ...read, operator: asOperator(found[0] ?? ':') } }
}

function readValues(
  text: string,
  operatorTo: number,
): { to: number; values: QueryValue[] } | { problem: QueryProblem } {
  const values: QueryValue[] = []
  let at = skip(text, operatorTo)
  if (at > operatorTo && match(nextTerm, text, at) !== null) at = operatorTo
  for (;;) {
    const value = readValue(text, at)
    if ('problem' in value) return value
    if (value.to === value.from) return problem(at - 1, at, 'a value is missing here')
    values.push(value)
    if (text[value.to] !== ',') return { to: value.to, values }
    at = skip(text, value.to + 1)
  }
}

function readValue(text: string, from: number): QueryValue | { problem: QueryProblem } {
  if (text[from] !== '"') {
    const [word = ''] = match(bare, text, from) ?? []
    const to = from + word.length
    if (text[to] === '"') return problem(to, to + 1, 'put the whole value in quotation marks')
    return { text: word, from, to }
  }
  const [whole = '', inside = '', end = ''] = match(quoted, text, from) ?? []
  if (end === '') return problem(from, text.length, 'the closing quotation mark is missing')
  if (inside === '') return problem(from, from + 2, 'a value is missing here')
  return { text: inside, from, to: from + whole.length }
}

function skip(text: string, from: number): number {
  return from + (match(space, text, from)?.[0]?.length ?? 0)
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function problem(from: number, to: number, text: string): { problem: QueryProblem } {
  return { problem: { from, to, text } }
}

/** Named cast: the pattern matches nothing else; `==` is another way to write `=`. */
function asOperator(text: string): QueryOperator {
  return (text === '==' ? '=' : text) as QueryOperator
}
