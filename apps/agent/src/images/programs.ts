import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Execute, execute } from '../host/execute.ts'

/** Programs of the machine that build images. */
export interface Programs {
  execute: Execute
  /**
   * Runs a program to its end and reports each line of its output. Returns its exit code; -1 if it is not installed.
   */
  runWithOutput(run: {
    argv: readonly string[]
    onLine: (line: string) => void
    signal: AbortSignal
  }): Promise<number>
  /** Yields the output of a program as it arrives; an exit code other than 0 fails the stream. */
  read(argv: readonly string[], signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** A program whose output was read ended with another code than 0. */
class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
}

/** debootstrap calls tools in `sbin`, which may be missing in a user's path. */
const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

export function createPrograms(): Programs {
  return { execute, runWithOutput, read }
}

async function runWithOutput(run: {
  argv: readonly string[]
  onLine: (line: string) => void
  signal: AbortSignal
}): Promise<number> {
  const [program = '', ...words] = run.argv
  const child = spawn(program, words, {
    env,
    signal: run.signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = exitOf(child)
  await Promise.all([readLines(child.stdout, run.onLine), readLines(child.stderr, run.onLine)])
  return ended
}

async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) onLine(line)
}

async function* read(argv: readonly string[], signal: AbortSignal): AsyncIterable<Uint8Array> {
  const [program = '', ...words] = argv
  const child = spawn(program, words, { env, signal, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = exitOf(child)
  yield* child.stdout
  const exitCode = await ended
  if (exitCode !== 0) throw new ProgramFailed(`${program} ended with ${exitCode}`)
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(-1))
    child.once('exit', (code) => resolve(code ?? -1))
  })
}
