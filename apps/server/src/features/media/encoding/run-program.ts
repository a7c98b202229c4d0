import { type ChildProcess, spawn } from 'node:child_process'
import type { Clock } from '@gridloom/async/clock'

interface Run {
  readonly program: 'ffmpeg' | 'ffprobe'
  readonly args: readonly string[]
  readonly limit: {
    readonly timeMs: number
    readonly memoryMiB: number
    /** Of standard output. */
    readonly outputBytes: number
    /** Of each file that it writes. */
    readonly fileBytes?: number
  }
  /** Called with each line of standard output, which is then not collected. */
  readonly onLine?: (line: string) => void
}

export type Ended =
  | { kind: 'ended'; exitCode: number | null; output: Buffer; errors: string }
  | { kind: 'too_slow'; errors: string }
  | { kind: 'too_much_output'; errors: string }

const errorCharsMax = 2_000
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
/**
 * Limits that a system does not have are left out. `exec` keeps the process id, so that a kill ends the program itself.
 * `nice`: instances, renders and answers come first.
 */
const shell =
  'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null; shift 3; exec nice -n 15 "$@"'

/**
 * Runs a program of ffmpeg until it ends, with limits of time, processor time, memory, and what it writes.
 * @throws the reason of `signal`, once the process is dead
 */
export async function runProgram(
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  { program, args, limit, onLine }: Run,
): Promise<Ended> {
  signal.throwIfAborted()
  const limits = [
    limit.memoryMiB * 1_024,
    Math.ceil(limit.timeMs / 1_000),
    // In blocks of 512 bytes.
    Math.ceil((limit.fileBytes ?? 64 * 1024 ** 2) / 512),
  ].map(String)
  const child = spawn('/bin/sh', ['-c', shell, 'sh', ...limits, program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = new AbortController()
  const kill = () => child.kill('SIGKILL')
  let early: 'too_slow' | 'too_much_output' | undefined
  const stop = (why: NonNullable<typeof early>) => {
    early ??= why
    kill()
  }
  signal.addEventListener('abort', kill, { once: true })
  // @NOTE the sleep is aborted when the program ends first.
  clock.sleep(limit.timeMs, over.signal).then(
    () => stop('too_slow'),
    () => {},
  )
  const output = collect(child, {
    onLine,
    most: limit.outputBytes,
    tooMuch: () => stop('too_much_output'),
  })
  const errors = errorsOf(child)
  const exitCode = await endOf(child)
  over.abort()
  signal.removeEventListener('abort', kill)
  signal.throwIfAborted()
  if (early !== undefined) return { kind: early, errors: errors() }
  return { kind: 'ended', exitCode, output: output(), errors: errors() }
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
