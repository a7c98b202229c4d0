import type { ReadResult } from '@gridloom/domain/templates/read-result'
import { type Document, isScalar, Lexer, parseDocument, visit } from 'yaml'

/** A value of a YAML file. Scalars are the text that the file has; `null` is an empty one, `~` or `null`. */
export type YamlValue = string | null | readonly YamlValue[] | YamlMap
export type YamlMap = ReadonlyMap<string, YamlValue>

/**
 * Parsing takes time that grows faster than the text: 256 KiB of quotes take 40 s. A Compose file of 1,000 lines has
 * about 7,000 tokens.
 */
const tokensMax = 10_000
const aliasesMax = 100
/** Of values, with those that aliases repeat. */
const valuesMax = 20_000
/** Of nodes from the document to a value; a map is a node, and each of its entries. */
const depthMax = 64

/** Reads one YAML document, with aliases and merge keys. Bounded in time and size. */
export function readYaml(text: string): ReadResult<YamlValue> {
  if (new Lexer().lex(text).drop(tokensMax).next().done !== true)
    return { reason: `A file may have at most ${tokensMax} YAML tokens` }
  const document = parseDocument(text, {
    schema: 'failsafe',
    customTags: ['null'],
    merge: true,
    stringKeys: true,
    prettyErrors: false,
    // The library compares each key with each other one, which takes seconds.
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error !== undefined) return { reason: `Line ${lineAt(text, error.pos[0])}: ${error.message}` }
  const reason = problemIn(document)
  return reason === null ? valueIn(document) : { reason }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

function problemIn(document: Document.Parsed): string | null {
  let problem: string | null = null
  let aliases = 0
  visit(document, {
    Alias: () => {
      aliases += 1
      if (aliases > aliasesMax) problem ??= `A file may have at most ${aliasesMax} YAML aliases`
    },
    Collection: (_key, _node, path) => {
      if (path.length > depthMax) problem ??= 'is nested too deeply'
      return problem === null ? undefined : visit.BREAK
    },
    Map: (_key, { items }, path) => {
      if (path.length > depthMax) problem ??= 'is nested too deeply'
      const keys = items.map(({ key }) => (isScalar(key) ? key.value : null))
      const texts = keys.filter((key) => typeof key === 'string')
      if (new Set(texts).size < texts.length) problem ??= `has a key twice: ${twice(texts)}`
      return problem === null ? undefined : visit.BREAK
    },
  })
  return problem
}

function twice(keys: readonly string[]): string {
  const seen = new Set<string>()
  return keys.find((key) => seen.size === seen.add(key).size) ?? ''
}

function valueIn(document: Document.Parsed): ReadResult<YamlValue> {
  try {
    return {
      value: plainValue(document.toJS({ mapAsMap: true, maxAliasCount: aliasesMax }), {
        left: valuesMax,
        depth: 0,
      }),
    }
  } catch (error) {
    // @NOTE only the text decides whether this throws: aliases that multiply or have no anchor, and wrong merge keys.
    return { reason: error instanceof Error ? error.message : 'cannot be read' }
  }
}

/** Ends the reading of a file; its message is the reason for users. */
class YamlUnreadable extends Error {
  override readonly name = 'YamlUnreadable'
}

/** An alias within its own anchor has no end, and aliases of aliases have too many values. */
function plainValue(value: unknown, budget: { left: number; depth: number }): YamlValue {
  budget.left -= 1
  if (budget.left < 0 || budget.depth > depthMax)
    throw new YamlUnreadable('has aliases that repeat too many values')
  if (value === null || typeof value === 'string') return value
  budget.depth += 1
  const plain = plainCollection(value, budget)
  budget.depth -= 1
  return plain
}

function plainCollection(value: unknown, budget: { left: number; depth: number }): YamlValue {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, budget))
  if (!(value instanceof Map)) throw new YamlUnreadable('has a value with a tag, such as !!binary')
  return new Map([...value].map(([key, item]) => [String(key), plainValue(item, budget)] as const))
}
