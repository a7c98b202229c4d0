import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { buildReason } from '../build-reason.ts'
import type { Instruction } from './read-instructions.ts'
import { type DockerfileSyntax, readDockerfileWords } from './read-words.ts'

/** The last stage of a Dockerfile, which is its image. */
export interface LastStage {
  /** `null`: it begins with no image that a registry has. */
  readonly image: string | null
  readonly instructions: readonly Instruction[]
  /** Build arguments that stand before the first stage, with their defaults. */
  readonly globals: ReadonlyMap<string, string>
}

/** Splits a Dockerfile into stages; those before the last one are refused. `null`: it has none. */
export function lastStage(
  { instructions, syntax }: { instructions: readonly Instruction[]; syntax: DockerfileSyntax },
  refused: RefusedParts,
): LastStage | null {
  const starts = instructions.flatMap(({ name }, at) => (name === 'FROM' ? [at] : []))
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) {
    refused.add('Dockerfile', 'has no FROM')
    return null
  }
  const globals = new Map<string, string>()
  for (const instruction of instructions.slice(0, first)) readGlobal(instruction, globals, syntax)
  const names = new Set<string>()
  for (const at of starts.slice(0, -1)) {
    const text = instructions[at]?.text ?? ''
    refused.add(`FROM ${text}`, `Only the last stage is read. ${buildReason}`)
    names.add(/\sAS\s+(\S+)\s*$/i.exec(text)?.[1]?.toLowerCase() ?? '')
  }
  const image = imageOf(instructions[last]?.text ?? '', { globals, syntax, names }, refused)
  return { image, instructions: instructions.slice(last + 1), globals }
}

/** The defaults of an `ARG`, as `NAME=default`. */
export function readArguments(
  text: string,
  { lookup, syntax }: { lookup: (name: string) => string | undefined; syntax: DockerfileSyntax },
): [name: string, value: string | undefined][] {
  return readDockerfileWords(text, { lookup, syntax, words: 'many' }).map((word) => {
    const equals = word.text.indexOf('=')
    if (equals < 0) return [word.text, undefined]
    return [
      word.text.slice(0, equals),
      word.reason === null ? word.text.slice(equals + 1) : undefined,
    ]
  })
}

function readGlobal(
  { name, text }: Instruction,
  globals: Map<string, string>,
  syntax: DockerfileSyntax,
): void {
  if (name !== 'ARG') return
  const lookup = (wanted: string) => globals.get(wanted)
  for (const [argument, value] of readArguments(text, { lookup, syntax }))
    if (value !== undefined) globals.set(argument, value)
}

interface Around {
  readonly globals: ReadonlyMap<string, string>
  readonly names: ReadonlySet<string>
  readonly syntax: DockerfileSyntax
}

function imageOf(text: string, { globals, names, syntax }: Around, refused: RefusedParts) {
  const lookup = (name: string) => globals.get(name)
  const words = readDockerfileWords(text, { lookup, syntax, words: 'many' })
  const flags = words.filter(({ text: word }) => word.startsWith('--'))
  for (const { text: flag } of flags) refused.add(flag, 'The platform comes with the offer')
  const [image] = words.slice(flags.length)
  const reason = whyNoImage(image?.text ?? '', image?.reason ?? null, names)
  if (reason === null) return image?.text ?? null
  refused.add(`FROM ${text}`, reason)
  return null
}

function whyNoImage(image: string, reason: string | null, names: ReadonlySet<string>) {
  if (reason !== null) return reason
  if (image === '') return 'names no image'
  if (image === 'scratch' || names.has(image.toLowerCase())) return buildReason
  return null
}
