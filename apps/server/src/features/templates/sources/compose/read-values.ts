import { splitShellWords } from '@gridloom/domain/shell/split-words'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { expandVariables, type VariableRules } from '../expand-variables.ts'
import type { YamlMap, YamlValue } from './read-yaml.ts'

/** A value with the place that it has in the file, such as `ports[0]`. */
export interface PlacedValue {
  readonly part: string
  readonly value: YamlValue
}

/** There is no environment: variables have their defaults. */
const rules: VariableRules = {
  lookup: () => undefined,
  dollar: '$$',
  budget: { charsLeft: 0 },
}

/** The text of a scalar, with the defaults of its variables; `null`: it has none, or is refused. */
export function textOf({ part, value }: PlacedValue, refused: RefusedParts): string | null {
  if (value === null) return null
  if (typeof value !== 'string') {
    refused.add(part, 'must be a text')
    return null
  }
  const read = expandVariables(value, rules)
  if ('value' in read) return read.value
  refused.add(`${part}: ${value}`, read.reason)
  return null
}

/** The items of a list; those of `null` are none. */
export function itemsOf({ part, value }: PlacedValue, refused: RefusedParts): PlacedValue[] {
  if (value === null) return []
  if (isList(value)) return value.map((item, at) => ({ part: `${part}[${at}]`, value: item }))
  refused.add(part, 'must be a list')
  return []
}

/** The map, or `null`: it is none. */
export function mapOf(value: YamlValue): YamlMap | null {
  return value instanceof Map ? value : null
}

/** A list, or a line that is split into words as a shell does. All words or none; `null`: none, or refused. */
export function wordsOf(placed: PlacedValue, refused: RefusedParts): string[] | null {
  if (placed.value === null) return null
  if (isList(placed.value)) {
    const texts = itemsOf(placed, refused).map((item) => textOf(item, refused))
    const words = texts.filter((text) => text !== null)
    return words.length === texts.length ? words : null
  }
  const line = textOf(placed, refused)
  if (line === null) return null
  const { words, unterminated } = splitShellWords(line)
  if (unterminated === null) return words.map(({ text }) => text)
  refused.add(`${placed.part}: ${line}`, 'has a quote without an end')
  return null
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}
