import path from 'node:path'
import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { OptionValue } from '@gridloom/domain/templates/read-option-words'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import type { DockerfileCommand } from './command-of.ts'
import { type DockerfileSyntax, type DockerfileWord, readDockerfileWords } from './read-words.ts'
import { readArguments } from './stages.ts'

/** What the instructions of a stage have said so far. */
export interface StageReading {
  readonly globals: ReadonlyMap<string, string>
  readonly syntax: DockerfileSyntax
  readonly refused: RefusedParts
  readonly env: Map<string, string>
  readonly args: Map<string, string>
  readonly options: OptionValue[]
  shell: readonly string[]
  workdir: string | null
  entryPoint: DockerfileCommand | null
  command: DockerfileCommand | null
  readiness: Readiness | null
}

/** Arguments without a default have the one from before the first stage. */
export function readArgument(reading: StageReading, text: string): void {
  for (const [name, value] of readArguments(text, rulesOf(reading))) {
    const known = value ?? reading.globals.get(name)
    if (known !== undefined) reading.args.set(name, known)
  }
}

/** `NAME=value …`, or `NAME value`. All of them see the variables of the instructions before. */
export function readEnv(reading: StageReading, text: string): void {
  const [, name = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? []
  if (rest === '' && !name.includes('=')) {
    reading.refused.add(`ENV ${name}`, 'needs a value')
    return
  }
  const words = name.includes('=')
    ? wordsOf(reading, text, 'many')
    : wordsOf(reading, rest, 'one').map((word) => ({ ...word, text: `${name}=${word.text}` }))
  for (const word of words) {
    takeWord(reading, { instruction: 'ENV', option: 'env', word })
    const [variable = '', ...value] = word.text.split('=')
    if (word.reason === null) reading.env.set(variable, value.join('='))
    else reading.env.delete(variable)
  }
}

export function readExpose(reading: StageReading, text: string): void {
  for (const word of wordsOf(reading, text, 'many'))
    takeWord(reading, { instruction: 'EXPOSE', option: 'expose', word })
}

export function readUser(reading: StageReading, text: string): void {
  for (const word of wordsOf(reading, text, 'one'))
    takeWord(reading, { instruction: 'USER', option: 'user', word })
}

/** A path that is not absolute is within the folder of the instruction before. */
export function readWorkdir(reading: StageReading, text: string): void {
  for (const word of wordsOf(reading, text, 'one')) {
    const folder =
      reading.workdir === null ? word.text : path.posix.resolve(reading.workdir, word.text)
    if (word.reason === null && folder.startsWith('/')) reading.workdir = folder
    takeWord(reading, {
      instruction: 'WORKDIR',
      option: 'workdir',
      word: { ...word, text: folder },
    })
  }
}

interface TakenWord {
  readonly instruction: string
  readonly option: OptionValue['name']
  readonly word: DockerfileWord
}

function takeWord(reading: StageReading, { instruction, option, word }: TakenWord): void {
  const part = `${instruction} ${word.text}`
  if (word.reason === null) reading.options.push({ name: option, value: word.text, part })
  else reading.refused.add(part, word.reason)
}

function wordsOf(reading: StageReading, text: string, words: 'many' | 'one'): DockerfileWord[] {
  return readDockerfileWords(text, { ...rulesOf(reading), words })
}

function rulesOf({ env, args, syntax }: StageReading) {
  return { syntax, lookup: (name: string) => env.get(name) ?? args.get(name) }
}
