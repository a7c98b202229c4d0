import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** A program that runs beside this process, in a process group of its own. */
export interface ChildProgram extends AsyncDisposable {
  /** Resolves once it has started. @throws Error with one line when it fails to */
  readonly up: Promise<void>
}

export interface ChildProgramOptions {
  /** Its name for users: "The control plane". */
  title: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** The file for all its output. */
  logFile: string
  /** Text that its output contains once it has started. */
  startedText: string
}

const startMsMax = 90_000
const endMsMax = 15_000

/** Runs Node.js with these arguments. Its output goes to the log file, and to the terminal once it is up. */
export function startChildProgram(options: ChildProgramOptions): ChildProgram {
  const { args, cwd, env, logFile } = options
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    // A group of its own, so that Ctrl-C reaches it only through this process, in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(() => {})
  const log = createWriteStream(logFile)
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  const up = untilStarted(child, options).then(() => {
    child.stdout.pipe(process.stdout, { end: false })
    child.stderr.pipe(process.stderr, { end: false })
    void ended.then(() => process.stderr.write(`▸ ${options.title} has ended\n`))
  })
  return { up, [Symbol.asyncDispose]: () => end(child, ended) }
}

function untilStarted(child: ChildProcess, options: ChildProgramOptions): Promise<void> {
  const { title, startedText, logFile } = options
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lines: string[] = []
  const fail = () => {
    const reason = lines.find((line) => line !== '' && !line.startsWith('{')) ?? 'it said nothing'
    reject(new Error(`${title} did not start: ${reason} (all of it is in ${logFile})`))
  }
  const limit = setTimeout(fail, startMsMax)
  child.stderr?.on('data', (text: Buffer) => lines.push(...text.toString().split('\n')))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      if (text.includes(startedText)) resolve()
    })
  }
  child.once('error', fail)
  child.once('close', fail)
  return promise.finally(() => clearTimeout(limit))
}

/** Asks the program to end, which ends its own children in order; kills its whole group after a time limit. */
async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const late = new AbortController()
  const isLate = delay(endMsMax, true, { signal: late.signal }).catch(() => false)
  if (await Promise.race([ended.then(() => false), isLate])) killGroup(child.pid)
  late.abort()
  await ended
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // @NOTE the group has ended in the meantime
  }
}
