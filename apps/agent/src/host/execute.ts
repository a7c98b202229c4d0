import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { systemClock } from '@gridloom/async/clock'
import { endGroup, hasGroups } from './end-group.ts'
import { giveSeccomp } from './sandbox/give-seccomp.ts'

export interface ProcessResult {
  /** The exit code; `null` when the program is missing, was killed, or exceeded a limit. */
  exitCode: number | null
  stdout: string
  stderr: string
  failure: 'missing' | 'timed_out' | 'output_limit' | 'killed' | undefined
}

export interface ExecuteLimits {
  timeoutMs: number
  outputBytesMax?: number
  signal?: AbortSignal
  /** Variables beside the fixed ones. */
  env?: Readonly<Record<string, string>>
  /** The filter that a program in a sandbox reads at `seccompFd`. */
  seccomp?: Uint8Array
}

/**
 * Runs a program without a shell, in a fixed environment and locale; never throws for what the program does. The
 * processes that it started are killed when it ends.
 */
export type Execute = (argv: readonly string[], limits: ExecuteLimits) => Promise<ProcessResult>

export const execute: Execute = (argv, limits) =>
  new Promise((resolve) => {
    const { timeoutMs, outputBytesMax = 1024 * 1024, signal, seccomp, env } = limits
    const [program = '', ...words] = argv
    const child = spawn(program, words, {
      env: { ...(process.platform === 'win32' ? windowsEnv : posixEnv), ...env },
      stdio: ['ignore', 'pipe', 'pipe', seccomp === undefined ? 'ignore' : 'pipe'],
      detached: hasGroups,
      windowsHide: true,
    })
    if (seccomp !== undefined) giveSeccomp(child, seccomp)
    let failure: ProcessResult['failure']
    const end = (why: NonNullable<ProcessResult['failure']>) => {
      failure ??= why
      endGroup(child)
    }
    const stop = () => end('killed')
    const cancelTimeout = systemClock.after(timeoutMs, () => end('timed_out'))
    const texts = [child.stdout, child.stderr].map((output) =>
      collect(output, { bytesMax: outputBytesMax, onTooMuch: () => end('output_limit') }),
    )
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    // @NOTE a failed start is followed by `close`, like every other end
    child.once('error', (cause) => {
      failure ??= cannotStart(cause) ? 'missing' : 'killed'
    })
    child.once('exit', () => endGroup(child))
    child.once('close', (code) => {
      cancelTimeout()
      signal?.removeEventListener('abort', stop)
      const [stdout = '', stderr = ''] = texts.map((text) => text())
      if (code === null) failure ??= 'killed'
      resolve({ exitCode: failure === undefined ? code : null, stdout, stderr, failure })
    })
  })

interface CollectLimit {
  bytesMax: number
  onTooMuch(): void
}

/** Collects an output up to the limit; the returned function reads what has arrived so far, as text. */
function collect(output: Readable | null, { bytesMax, onTooMuch }: CollectLimit): () => string {
  const pieces: Buffer[] = []
  let bytes = 0
  output?.on('data', (piece: Buffer) => {
    const room = bytesMax - bytes
    pieces.push(piece.subarray(0, room))
    bytes += Math.min(room, piece.length)
    if (piece.length > room) onTooMuch()
  })
  return () => Buffer.concat(pieces).toString()
}

/** Windows programs find their libraries by `SystemRoot`; drivers put nvidia-smi into System32. */
const windowsEnv = {
  SystemRoot: 'C:\\Windows',
  PATH: 'C:\\Windows\\System32;C:\\Windows;C:\\Windows\\System32\\WindowsPowerShell\\v1.0',
}

/** System tools only, whatever PATH the agent was started with. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/rocm/bin'

const posixEnv = { PATH: searchPath, LC_ALL: 'C' }

function cannotStart(cause: Error): boolean {
  return 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EACCES')
}
