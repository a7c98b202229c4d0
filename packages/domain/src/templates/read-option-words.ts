import type { ShellWord } from '../shell/split-words.ts'
import {
  type ContainerOptionName,
  type DockerRunOption,
  type LaunchOptionName,
  longOption,
  shortOption,
} from './docker-run-options.ts'
import type { RefusedParts } from './refused-parts.ts'

/** An option that a text sets. */
export interface OptionValue {
  readonly name: ContainerOptionName | LaunchOptionName
  readonly value: string
  /** The part of the text that sets it, as users wrote it. */
  readonly part: string
}

export interface OptionWords {
  readonly options: readonly OptionValue[]
  /** The words from the first one that is no option. */
  readonly rest: readonly ShellWord[]
}

interface Reading {
  readonly words: readonly ShellWord[]
  readonly options: OptionValue[]
  readonly refused: RefusedParts
}

const unknownReason = 'is not an option of docker run that instances can have'

/**
 * Reads the options of a command line: `--name value`, `--name=value`, and short ones, which can be joined with each
 * other and with a value. Words that are no options end them, or are refused. Source: spf13/pflag, which docker uses.
 */
export function readOptionWords(
  words: readonly ShellWord[],
  { others, refused }: { others: 'end' | 'refused'; refused: RefusedParts },
): OptionWords {
  const reading: Reading = { words, options: [], refused }
  let at = 0
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const isOption = /^-[^-]|^--./s.test(word.text)
    if (!isOption && others === 'end') break
    if (isOption) at = word.text.startsWith('--') ? readLong(reading, at) : readShort(reading, at)
    else {
      refused.add(word.text, 'is not an option. Values with spaces need quotes')
      at += 1
    }
  }
  const rest = words.slice(words[at]?.text === '--' ? at + 1 : at)
  return { options: reading.options, rest }
}

/** Returns the index of the next option. */
function readLong(reading: Reading, at: number): number {
  const text = reading.words[at]?.text ?? ''
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  const joined = equals < 0 ? null : text.slice(equals + 1)
  return take(reading, { at, name, option: longOption(name.slice(2)), joined })
}

function readShort(reading: Reading, at: number): number {
  const text = reading.words[at]?.text ?? ''
  for (let place = 1; place < text.length; place += 1) {
    const name = `-${text.charAt(place)}`
    const option = shortOption(text.charAt(place))
    const rest = text.slice(place + 1)
    const isLast =
      option === undefined || option.takes === 'value' || rest === '' || rest.startsWith('=')
    const joined = rest === '' ? null : rest.replace(/^=/, '')
    if (isLast) return take(reading, { at, name, option, joined })
    take(reading, { at, name, option, joined: null })
  }
  return at + 1
}

/** An option at a word: its value is joined to it, or the next word. */
interface OptionAt {
  readonly at: number
  readonly name: string
  readonly option: DockerRunOption | undefined
  readonly joined: string | null
}

function take(
  { words, options, refused }: Reading,
  { at, name, option, joined }: OptionAt,
): number {
  const separate = option?.takes === 'value' && joined === null ? words[at + 1] : undefined
  const value = joined ?? separate?.text
  const next = separate === undefined ? at + 1 : at + 2
  const part = value === undefined ? name : `${name} ${value}`
  const syntax = words[at]?.syntax ?? separate?.syntax ?? null
  if (option === undefined) refused.add(part, unknownReason)
  else if ('reason' in option) refused.add(part, option.reason)
  else if (value === undefined) refused.add(part, 'needs a value')
  else if (syntax !== null) refused.add(part, syntaxReason(syntax))
  else options.push({ name: option.name, value, part })
  return next
}

/** Why a word that a shell would change is refused. */
export function syntaxReason(syntax: string): string {
  return `No shell reads ${syntax} here. Write the value itself, or put it in single quotes`
}
