import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { BrokenFrame, FrameReader, framesFd, writeFrame } from '@gridloom/domain/sandbox/frames'
import { endGroup, hasGroups } from '../../host/end-group.ts'
import { readPaced } from '../../host/read-paced.ts'
import { giveSeccomp } from '../../host/sandbox/give-seccomp.ts'
import type { ModelProgram } from './model-program.ts'
import { withoutPaths } from './without-paths.ts'
import { FromWorker, type ToWorker, wordBounds } from './worker-messages.ts'

/** The process of one model. */
export interface ModelProcess {
  readonly pid: number | undefined
  say(word: ToWorker): void
  /** While `at_work`, the process has to send a message every `idleMsMax`; while `at_rest`, it must not send any. */
  watch(state: 'at_work' | 'at_rest'): void
  /** Kills the process for a violation; `why` is readable by users. */
  kill(why: string): void
  /** Resolves with the reason of its end, readable by users. */
  readonly ended: Promise<string>
  /** Kills the process with all its children; resolves when they are gone. */
  end(): Promise<void>
}

export interface ModelProcessOptions {
  program: ModelProgram
  clock: Clock
  /** A process at work that is silent for this long is killed. */
  idleMsMax: number
  onWord(word: FromWorker): void
}

const watchEveryMs = 1_000
/** Characters of its last output that are reported when it ends by itself. */
const lastOutputMax = 300
const saidWrong = 'The engine sent an invalid message and was stopped.'

export function startModelProcess(asked: ModelProcessOptions): ModelProcess {
  const { clock, idleMsMax, program } = asked
  const child = spawnWorker(program)
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  let atWorkSinceMs: number | undefined
  let why: string | undefined
  let lastOutput = ''
  let hasOpened = false
  const over = new AbortController()
  const reader = new FrameReader(wordBounds)

  function kill(reason: string): void {
    why ??= reason
    endGroup(child)
  }

  const endWatch = clock.every(watchEveryMs, () => {
    if (atWorkSinceMs === undefined) return
    if (clock.monotonicMs() - atWorkSinceMs < idleMsMax) return
    kill(`The engine produced no output for ${Math.round(idleMsMax / 1_000)} s and was stopped.`)
  })
  function receive(frame: unknown): void {
    const { data: word } = FromWorker.safeParse(frame)
    const isAsked = atWorkSinceMs !== undefined || (isOpening(word) && !hasOpened)
    if (word === undefined || !isAsked) {
      kill(saidWrong)
      return
    }
    if (atWorkSinceMs !== undefined) atWorkSinceMs = clock.monotonicMs()
    hasOpened ||= isOpening(word)
    asked.onWord(word)
  }

  function readFrames(piece: Buffer): number {
    let frames = 0
    try {
      for (const { word } of reader.push(piece)) {
        if (why !== undefined) break
        receive(word)
        frames += 1
      }
    } catch (cause) {
      if (!(cause instanceof BrokenFrame)) throw cause
      kill(saidWrong)
    }
    return frames
  }

  const words = child.stdio[framesFd]
  if (words instanceof Readable)
    void readPaced({ pipe: words, clock, ended: over.signal, onSlice: readFrames })
  if (child.stderr !== null) {
    const onSlice = (piece: Buffer) => {
      lastOutput = (lastOutput + piece.toString()).slice(-lastOutputMax)
      return 0
    }
    void readPaced({ pipe: child.stderr, clock, ended: over.signal, onSlice })
  }
  // @NOTE writes to a process that has ended are answered by its end
  child.stdin?.on('error', () => undefined)
  child.once('error', (cause) => {
    why ??= `The engine failed to start: ${cause.message}`
    if (child.pid === undefined) void finish(null, null)
  })
  child.once('exit', () => {
    endGroup(child)
    over.abort()
  })
  child.once('close', finish)

  async function finish(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    endWatch()
    if (program.ranOutOfMemory()) why ??= 'The engine ran out of memory.'
    await program.leave()
    resolve(why ?? endingOf(code, signal, lastOutput))
  }

  return {
    pid: child.pid,
    say: (word) => {
      if (child.stdin !== null) writeFrame(child.stdin, { word, parts: [] })
    },
    kill,
    watch: (state) => {
      atWorkSinceMs = state === 'at_rest' ? undefined : (atWorkSinceMs ?? clock.monotonicMs())
    },
    ended,
    end: async () => {
      kill('The engine was stopped.')
      await ended
    },
  }
}

function isOpening(word: FromWorker | undefined): boolean {
  return word?.kind === 'opened' || word?.kind === 'unopened'
}

/** Starts the worker without our environment: keys that the agent was given must not reach the model. */
function spawnWorker({ argv, seccomp }: ModelProgram): ChildProcess {
  const [program = '', ...words] = argv
  const child = spawn(program, words, {
    detached: hasGroups,
    env: workerEnv,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  giveSeccomp(child, seccomp)
  return child
}

/** System tools only; Windows programs find their libraries by `SystemRoot`. */
const workerEnv =
  process.platform === 'win32'
    ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32;C:\\Windows' }
    : { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' }

function endingOf(code: number | null, by: NodeJS.Signals | null, lastOutput: string): string {
  const signal = by ?? signalOf(code ?? 0)
  const how = signal === undefined ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`
  const said = withoutPaths(lastOutput.trim().split('\n').at(-1) ?? '')
  return `The engine crashed (${how})${said === '' ? '' : `: ${said}`}.`
}

/** Returns the signal's name: the sandbox reports an end by signal as 128 plus its number. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
}
