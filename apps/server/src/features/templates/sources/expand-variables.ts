import type { ReadResult } from '@gridloom/domain/templates/read-result'

/** The value of a variable; `undefined`: it has none. */
export type Lookup = (name: string) => string | undefined

export interface VariableRules {
  readonly lookup: Lookup
  /** How a text has a dollar sign that starts no variable. */
  readonly dollar: '$' | '$$'
  readonly budget: ExpansionBudget
}

/** Values that contain values grow without a limit: each line of a text could double one. */
export interface ExpansionBudget {
  charsLeft: number
}

/** A variable in a text, and where it ends. */
export interface ExpandedVariable {
  readonly result: ReadResult<string>
  readonly end: number
}

const depthMax = 8
const simple = /\$([A-Za-z_]\w*)/y
const braced = /\$\{([A-Za-z_]\w*)(:?[-+?])?/y

/**
 * Expands the variable that starts at an index: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME-default}`, `${NAME:+text}`
 * and `${NAME:?message}`. `null`: none starts there. Source: Compose file reference, Interpolation; Dockerfile
 * reference, Environment replacement.
 */
export function expandVariable(
  text: string,
  at: number,
  rules: VariableRules,
  depth = 0,
): ExpandedVariable | null {
  simple.lastIndex = at
  const [short, name = ''] = simple.exec(text) ?? []
  if (short !== undefined) return { result: knownValue(name, rules), end: at + short.length }
  if (!text.startsWith('${', at)) return null
  const end = closingBrace(text, at + 2)
  braced.lastIndex = at
  const [start, inner = '', operator] = braced.exec(text) ?? []
  if (end < 0 || depth > depthMax || start === undefined) return invalid(text, end)
  const word = text.slice(at + start.length, end)
  if (operator === undefined)
    return word === '' ? { result: knownValue(inner, rules), end: end + 1 } : invalid(text, end)
  const result = substituted({ name: inner, operator, word }, rules, depth)
  return { result, end: end + 1 }
}

/** Expands all variables of a text. */
export function expandVariables(text: string, rules: VariableRules, depth = 0): ReadResult<string> {
  const parts: string[] = []
  let at = 0
  for (let next = text.indexOf('$'); next >= 0; next = text.indexOf('$', at)) {
    parts.push(text.slice(at, next))
    const isDollar = rules.dollar === '$$' && text.startsWith('$$', next)
    const variable = isDollar ? null : expandVariable(text, next, rules, depth)
    const result = variable?.result ?? { value: '$' }
    if ('reason' in result) return result
    parts.push(result.value)
    at = variable?.end ?? next + (isDollar ? 2 : 1)
  }
  return { value: parts.join('') + text.slice(at) }
}

interface Substitution {
  readonly name: string
  readonly operator: string
  readonly word: string
}

function substituted(
  { name, operator, word }: Substitution,
  rules: VariableRules,
  depth: number,
): ReadResult<string> {
  const value = rules.lookup(name)
  const isSet = value !== undefined && !(operator.startsWith(':') && value === '')
  const isWord = operator.endsWith('+') ? isSet : operator.endsWith('-') && !isSet
  if (isWord) return expandVariables(word, rules, depth + 1)
  if (operator.endsWith('+')) return { value: '' }
  return isSet ? knownValue(name, rules) : { reason: missing(name) }
}

function knownValue(name: string, { lookup, budget }: VariableRules): ReadResult<string> {
  const value = lookup(name)
  if (value === undefined) return { reason: missing(name) }
  budget.charsLeft -= value.length
  return budget.charsLeft < 0 ? { reason: 'The values of variables are too long' } : { value }
}

function missing(name: string): string {
  return `The variable ${name} has no value here`
}

/** Without an end it takes the rest of the text, which is not searched again. */
function invalid(text: string, end: number): ExpandedVariable {
  const result = { reason: 'has a variable that cannot be read' }
  return { result, end: end < 0 ? text.length : end + 1 }
}

/** The index of the brace that ends what starts here, with braces of variables within it; -1: none. */
function closingBrace(text: string, from: number): number {
  let open = 1
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '{' && text.charAt(at - 1) === '$') open += 1
    if (char === '}') open -= 1
    if (open === 0) return at
  }
  return -1
}
