import { execFile } from 'node:child_process'

export interface Executed {
  /** The exit code; `null` when the program is not there, was killed, or said too much. */
  exitCode: number | null
  stdout: string
  stderr: string
  failure: 'missing' | 'timed_out' | 'output_limit' | 'killed' | undefined
}

export interface ExecuteLimits {
  timeoutMs: number
  outputBytesMax?: number
  signal?: AbortSignal
}

/** Runs a program without a shell and without our environment's language; never throws for what it does. */
export type Execute = (argv: readonly string[], limits: ExecuteLimits) => Promise<Executed>

export const execute: Execute = (argv, { timeoutMs, outputBytesMax = 1024 * 1024, signal }) =>
  new Promise((resolve) => {
    const [program = '', ...words] = argv
    const options = {
      timeout: timeoutMs,
      maxBuffer: outputBytesMax,
      killSignal: 'SIGKILL' as const,
      env: process.platform === 'win32' ? windowsEnv : { PATH: searchPath, LC_ALL: 'C' },
      signal,
    }
    execFile(program, words, options, (error, stdout, stderr) => {
      resolve({
        exitCode: error === null ? 0 : exitCodeOf(error),
        stdout,
        stderr,
        failure: error === null ? undefined : failureOf(error),
      })
    })
  })

/** Windows programs find their libraries by `SystemRoot`; drivers put nvidia-smi into System32. */
const windowsEnv = {
  SystemRoot: 'C:\\Windows',
  PATH: 'C:\\Windows\\System32;C:\\Windows;C:\\Windows\\System32\\WindowsPowerShell\\v1.0',
}

/** System tools only, whatever PATH the agent was started with. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/rocm/bin'

function exitCodeOf(error: Error): number | null {
  return 'code' in error && typeof error.code === 'number' ? error.code : null
}

function failureOf(error: Error): Executed['failure'] {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'EACCES') return 'missing'
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'output_limit'
  if (code === 'ABORT_ERR') return 'killed'
  if (typeof code === 'number') return undefined
  return 'killed' in error && error.killed === true ? 'timed_out' : 'killed'
}
