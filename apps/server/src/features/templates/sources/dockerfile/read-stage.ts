import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { OptionValue } from '@gridloom/domain/templates/read-option-words'
import { refusals } from '@gridloom/domain/templates/refusals'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import type { Launch } from '../../container/launch.ts'
import { buildReason } from '../build-reason.ts'
import { commandOf, execForm } from './command-of.ts'
import { readHealthCheck } from './read-health-check.ts'
import type { Instruction } from './read-instructions.ts'
import type { DockerfileSyntax } from './read-words.ts'
import {
  readArgument,
  readEnv,
  readExpose,
  readUser,
  readWorkdir,
  type StageReading,
} from './stage-reading.ts'
import type { LastStage } from './stages.ts'

/** What a stage says about its containers. */
export interface StageContent {
  readonly options: readonly OptionValue[]
  /** `null`: it says nothing about how they start. */
  readonly launch: Launch | null
  readonly readiness: Readiness | null
}

type Reader = (reading: StageReading, text: string) => void

const readers = new Map<string, Reader>([
  ['ARG', readArgument],
  ['CMD', readCommand],
  ['ENTRYPOINT', readEntryPoint],
  ['ENV', readEnv],
  ['EXPOSE', readExpose],
  ['HEALTHCHECK', readHealth],
  ['SHELL', readShell],
  ['USER', readUser],
  ['WORKDIR', readWorkdir],
])

const reasons = new Map<string, string>([
  ['ADD', buildReason],
  ['COPY', buildReason],
  ['LABEL', refusals.labels],
  ['MAINTAINER', refusals.labels],
  ['ONBUILD', buildReason],
  ['RUN', buildReason],
  ['STOPSIGNAL', refusals.stop],
  ['VOLUME', refusals.anonymousVolume],
])

/** Reads the instructions of a stage in their order, as later ones see the variables of earlier ones. */
export function readStage(
  { instructions, globals }: LastStage,
  { syntax, refused }: { syntax: DockerfileSyntax; refused: RefusedParts },
): StageContent {
  const reading: StageReading = {
    globals,
    syntax,
    refused,
    env: new Map(),
    args: new Map(),
    options: [],
    shell: ['/bin/sh', '-c'],
    workdir: null,
    entryPoint: null,
    command: null,
    readiness: null,
  }
  for (const instruction of instructions) readInstruction(reading, instruction)
  return { options: reading.options, launch: launchIn(reading), readiness: reading.readiness }
}

function readInstruction(reading: StageReading, { name, text, open }: Instruction): void {
  const read = readers.get(name)
  if (read !== undefined) {
    read(reading, text)
    return
  }
  const reason = reasons.get(name) ?? 'is not an instruction of a Dockerfile'
  reading.refused.add(
    `${name} ${text}`,
    open === undefined ? reason : 'has a here-document without an end',
  )
}

/** Docker ignores the command where the entry point is a line of a shell. */
function launchIn({ entryPoint, command }: StageReading): Launch | null {
  if (entryPoint === null && command === null) return null
  const args = entryPoint?.form === 'shell' ? [] : (command?.words ?? [])
  return { entryPoint: entryPoint?.words ?? null, args }
}

function readCommand(reading: StageReading, text: string): void {
  reading.command = commandOf(text, reading.shell)
}

function readEntryPoint(reading: StageReading, text: string): void {
  const entryPoint = commandOf(text, reading.shell)
  reading.entryPoint = entryPoint.words.length === 0 ? null : entryPoint
}

function readHealth(reading: StageReading, text: string): void {
  const read = readHealthCheck(text, reading.shell)
  if ('value' in read) reading.readiness = read.value
  else reading.refused.add(`HEALTHCHECK ${text}`, read.reason)
}

function readShell(reading: StageReading, text: string): void {
  const words = execForm(text)
  if (words === null || words.length === 0)
    reading.refused.add(`SHELL ${text}`, 'must be a list of words in JSON')
  else reading.shell = words
}
