import { type ExpansionBudget, expandVariable, type Lookup } from '../expand-variables.ts'

/** A word of an instruction, without its quotes and with its variables. */
export interface DockerfileWord {
  readonly text: string
  /** Why a variable in it has no value; `null`: all have one. */
  readonly reason: string | null
}

/** Characters that mean themselves, whatever stands around them. */
const plainRun = /[^\s"'$\\`]+/y

/** The same for a whole Dockerfile. */
export interface DockerfileSyntax {
  /** Continues lines and escapes other characters. */
  readonly escapeChar: string
  readonly budget: ExpansionBudget
}

export interface WordRules {
  readonly lookup: Lookup
  readonly syntax: DockerfileSyntax
  /** `one`: blanks are part of the word. */
  readonly words: 'many' | 'one'
}

/** Splits the text of an instruction into words, and expands variables outside of single quotes. */
export function readDockerfileWords(text: string, rules: WordRules): DockerfileWord[] {
  const words: DockerfileWord[] = []
  let parts: string[] | null = rules.words === 'one' ? [] : null
  let reason: string | null = null
  let quote = ''
  const finish = () => {
    if (parts !== null) words.push({ text: parts.join(''), reason })
    parts = null
    reason = null
  }
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at)
    if (quote === '' && rules.words === 'many' && /\s/.test(char)) {
      finish()
      at += 1
      continue
    }
    parts ??= []
    const isQuote = char === quote || (quote === '' && (char === '"' || char === "'"))
    if (isQuote) quote = quote === '' ? char : ''
    const step: Step = isQuote ? { text: '', end: at + 1 } : stepAt(text, at, { rules, quote })
    reason ??= step.reason ?? null
    parts.push(step.text)
    at = step.end
  }
  finish()
  return words
}

interface Step {
  readonly text: string
  readonly end: number
  readonly reason?: string
}

function stepAt(text: string, at: number, around: { rules: WordRules; quote: string }): Step {
  plainRun.lastIndex = at
  const run = plainRun.exec(text)?.[0] ?? ''
  if (run !== '') return { text: run, end: at + run.length }
  const { quote } = around
  const { lookup, syntax } = around.rules
  const char = text.charAt(at)
  const next = text.charAt(at + 1)
  if (quote === "'" || next === '') return { text: char, end: at + 1 }
  if (char === syntax.escapeChar && (quote === '' || next === '"' || next === '$' || next === char))
    return { text: next, end: at + 2 }
  const variable =
    char === '$' ? expandVariable(text, at, { lookup, dollar: '$', budget: syntax.budget }) : null
  if (variable === null) return { text: char, end: at + 1 }
  const { result, end } = variable
  return 'reason' in result ? { text: '', end, reason: result.reason } : { text: result.value, end }
}
