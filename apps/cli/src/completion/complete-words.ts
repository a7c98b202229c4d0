import { completeOfferQuery } from '@gridloom/domain/market/complete-query'
import type { Argument, Command, Option } from 'commander'
import type { Candidate } from './candidate.ts'
import { hasNames, type NamedKind } from './named-kinds.ts'

/** The kind of word at the cursor. `none`: free text, or a file, which the shell completes itself. */
export type Completion =
  | { kind: 'listed'; candidates: readonly Candidate[] }
  | { kind: 'named'; names: NamedKind }
  | { kind: 'none' }

/**
 * Returns what completes the last of the words, which may be empty. The words before it are read as the program reads
 * them: commands, options with their values, and arguments in order.
 */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const part = words.at(-1) ?? ''
  const place = placeOfCursor(program, words.slice(0, -1))
  if (place === undefined) return { kind: 'none' }
  const { command, option, given } = place
  if (option !== undefined) return valuesOf(option, part)
  if (part.startsWith('-')) return listed(optionsOf(command), part)
  const [subcommands, argument] = [given === 0 ? subcommandsOf(command) : [], argumentAt(place)]
  if (argument?.name() === 'query') return queryWords(subcommands, part)
  if (subcommands.length > 0 || argument === undefined) return listed(subcommands, part)
  return valuesOf(argument, part)
}

/** Completes a word of a query of offers: the names of fields with their operators, and values that are always the same. */
function queryWords(subcommands: readonly Candidate[], part: string): Completion {
  const { from, suggestions } = completeOfferQuery(part, part.length)
  const words = suggestions.map(({ text, about }) => ({
    value: `${part.slice(0, from)}${text}`,
    text: about,
  }))
  const fitting = subcommands.filter(({ value }) => value.startsWith(part))
  return { kind: 'listed', candidates: [...fitting, ...words] }
}

/** Where the cursor stands: in which command, after how many arguments, and after which option that needs a value. */
interface CursorPlace {
  command: Command
  given: number
  option: Option | undefined
}

/** Returns `undefined` after `--`, where words of another program follow. */
function placeOfCursor(program: Command, words: readonly string[]): CursorPlace | undefined {
  const place: CursorPlace = { command: program, given: 0, option: undefined }
  for (const word of words) {
    // Bash splits `--sort=price` at the equals sign.
    if (word === '=') continue
    if (place.option !== undefined) place.option = undefined
    else if (word === '--') return undefined
    else if (word.startsWith('-')) place.option = optionWithValue(place.command, word)
    else enter(place, word)
  }
  return place
}

function enter(place: CursorPlace, word: string): void {
  const below = place.command.commands.find((one) => one.name() === word)
  if (place.given === 0 && below !== undefined) place.command = below
  else place.given += 1
}

function optionWithValue(command: Command, word: string): Option | undefined {
  const options = [command, ...ancestorsOf(command)].flatMap((one) => one.options)
  const option = options.find(({ long, short }) => word === long || word === short)
  return option?.required ? option : undefined
}

function ancestorsOf({ parent }: Command): Command[] {
  return parent === null ? [] : [parent, ...ancestorsOf(parent)]
}

function optionsOf(command: Command): Candidate[] {
  return [...command.createHelp().visibleOptions(command), ...shared(command)]
    .filter((option, index, all) => all.findIndex(({ long }) => long === option.long) === index)
    .map(({ long, short, description }) => ({ value: long ?? short ?? '', text: description }))
}

/** The options that every command takes. */
function shared(command: Command): readonly Option[] {
  return (
    ancestorsOf(command)
      .at(-1)
      ?.options.filter(({ long }) => long !== '--version') ?? []
  )
}

function subcommandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ value: one.name(), text: one.summary() || one.description() }))
}

function argumentAt({ command, given }: CursorPlace): Argument | undefined {
  const all = command.registeredArguments
  const last = all.at(-1)
  return all[given] ?? (last?.variadic ? last : undefined)
}

/** An option is completed by the name of its value, as in `--machine <machine>`. */
function valuesOf(of: Argument | Option, part: string): Completion {
  const values = of.argChoices ?? valuesParsedBy(of.parseArg)
  if (values !== undefined) return listed(values.map(withoutText), part)
  const name = 'flags' in of ? (/[<[]([\w-]+)/.exec(of.flags)?.[1] ?? '') : singularOf(of)
  const own = 'flags' in of && of.long === '--template' ? 'template' : name
  return hasNames(own) ? { kind: 'named', names: own } : { kind: 'none' }
}

/** The kind of what an argument names: `<instances...>` takes several of what `<instance>` takes. */
function singularOf(argument: Argument): string {
  return argument.variadic ? argument.name().replace(/s$/, '') : argument.name()
}

/** The values of a parser that `oneOf` made. */
function valuesParsedBy(parse: object | undefined): readonly string[] | undefined {
  const values: unknown = parse !== undefined && 'values' in parse ? parse.values : undefined
  return Array.isArray(values) ? values.map(String) : undefined
}

function withoutText(value: string): Candidate {
  return { value, text: '' }
}

function listed(candidates: readonly Candidate[], part: string): Completion {
  return { kind: 'listed', candidates: candidates.filter(({ value }) => value.startsWith(part)) }
}
