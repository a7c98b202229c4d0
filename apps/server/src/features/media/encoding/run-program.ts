import { type ChildProcess, spawn } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import type { Clock } from '@gridloom/async/clock'
import { sandboxArgv } from '@gridloom/domain/sandbox/sandbox-argv'
import { giveSeccomp, type Sandbox } from '../../../platform/sandbox.ts'
import { bytesIn, openOutput } from './output-folder.ts'
import { videoProfile } from './video-sandbox.ts'

/** The file that a program reads, and the folder that it writes to, as it sees them. */
export const inputPath = '/work/in/source'
export const outputPath = '/work/out'

interface Run {
  readonly program: string
  readonly args: readonly string[]
  /** The one file that the program can read. It lies in a folder that is closed to other users of this machine. */
  readonly input?: string
  /** The one folder that it can write to, likewise. */
  readonly output?: string
  readonly limit: {
    readonly timeMs: number
    readonly memoryMiB: number
    /** Of standard output. */
    readonly outputBytes: number
    /** Of all files that it writes. */
    readonly filesBytes?: number
  }
  /** Called with each line of standard output, which is then not collected. */
  readonly onLine?: (line: string) => void
}

interface RunContext {
  readonly clock: Clock
  readonly sandbox: Sandbox
  readonly signal: AbortSignal
}

export type Ended =
  | { kind: 'ended'; exitCode: number | null; output: Buffer; errors: string }
  | { kind: 'too_slow'; errors: string }
  | { kind: 'too_much_output'; errors: string }

const errorCharsMax = 2_000
const outputLookMs = 1_000
const filesBytesUsual = 1024 ** 2
const pipes: ('pipe' | 'ignore')[] = ['ignore', 'pipe', 'pipe', 'pipe']

/**
 * Runs a program of ffmpeg in a sandbox until it ends: without a network, with one file to read and one folder to write
 * to, and with limits of time, processor time, memory, and what it writes.
 * @throws the reason of `signal`, once the process is dead
 */
export async function runProgram(context: RunContext, run: Run): Promise<Ended> {
  const { clock, signal } = context
  const { limit, onLine, output: folder } = run
  signal.throwIfAborted()
  const child = await start(context, run)
  const over = new AbortController()
  const kill = () => child.kill('SIGKILL')
  let early: 'too_slow' | 'too_much_output' | undefined
  const stop = (why: NonNullable<typeof early>) => {
    early ??= why
    kill()
  }
  signal.addEventListener('abort', kill, { once: true })
  // @NOTE the sleeps are aborted when the program ends first.
  clock.sleep(limit.timeMs, over.signal).then(
    () => stop('too_slow'),
    () => {},
  )
  const isFull = async () =>
    folder !== undefined && (await bytesIn(folder)) > (limit.filesBytes ?? filesBytesUsual)
  const watching = watch(clock, over.signal, async () => {
    if (await isFull()) stop('too_much_output')
  })
  const output = collect(child, {
    onLine,
    most: limit.outputBytes,
    tooMuch: () => stop('too_much_output'),
  })
  const errors = errorsOf(child)
  const exitCode = await endOf(child)
  over.abort()
  await watching
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  if (early === undefined && (await isFull())) early = 'too_much_output'
  if (early !== undefined) return { kind: early, errors: errors() }
  return { kind: 'ended', exitCode, output: output(), errors: errors() }
}

/** `nice`: instances, renders and answers come first. */
async function start(
  { sandbox }: RunContext,
  { program, args, input, output, limit }: Run,
): Promise<ChildProcess> {
  // In a sandbox that root makes, the program is another user.
  if (input !== undefined) await chmod(input, 0o644)
  if (output !== undefined) await openOutput(output)
  const [bubblewrap = '', ...words] = sandboxArgv({
    ...sandbox,
    ...{ profile: videoProfile, seen: [], scratch: {}, gpuNodes: [] },
    readOnly: input === undefined ? {} : { [input]: inputPath },
    writable: output === undefined ? {} : { [output]: outputPath },
    fileBytesMax: limit.filesBytes ?? filesBytesUsual,
    argv: [
      ...['nice', '-n', '15', 'prlimit', `--as=${limit.memoryMiB * 1024 ** 2}`],
      ...[`--cpu=${Math.ceil(limit.timeMs / 1_000)}`, '--', program, ...args],
    ],
  })
  const child = spawn(bubblewrap, words, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: pipes,
  })
  giveSeccomp(child, sandbox.seccomp)
  return child
}

async function watch(clock: Clock, signal: AbortSignal, look: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    // @NOTE aborted when the program ends
    await clock.sleep(outputLookMs, signal).catch(() => undefined)
    if (!signal.aborted) await look()
  }
}

interface Collecting {
  onLine: ((line: string) => void) | undefined
  most: number
  tooMuch: () => void
}

function collect(child: ChildProcess, { onLine, most, tooMuch }: Collecting): () => Buffer {
  const pieces: Buffer[] = []
  let bytes = 0
  let line = ''
  child.stdout?.on('data', (piece: Buffer) => {
    if (onLine !== undefined) {
      const lines = (line + piece.toString('latin1')).split('\n')
      line = (lines.pop() ?? '').slice(-200)
      for (const one of lines) onLine(one.trim())
      return
    }
    bytes += piece.length
    if (bytes > most) return tooMuch()
    pieces.push(piece)
  })
  return () => Buffer.concat(pieces)
}

function errorsOf({ stderr }: ChildProcess): () => string {
  let text = ''
  stderr?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-errorCharsMax)
  })
  return () => text
}

function endOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null)).once('close', resolve)
  return promise
}
