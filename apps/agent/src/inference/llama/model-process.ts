import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Clock } from '../../host/clock.ts'
import { endGroup, hasGroups } from '../../host/end-group.ts'
import { giveSeccomp } from '../../host/sandbox/give-seccomp.ts'
import type { ModelProgram } from './model-program.ts'
import { withoutPaths } from './without-paths.ts'
import { FromWorker, type ToWorker } from './words.ts'

/** The process of one model. */
export interface ModelProcess {
  readonly pid: number | undefined
  say(word: ToWorker): void
  /** While something is at work in it, it has to say something every so often. */
  watch(state: 'at_work' | 'at_rest'): void
  /** Resolves with what ended it, for people. */
  readonly ended: Promise<string>
  /** Kills it with all that it started, and resolves when nothing of it is left. */
  end(): Promise<void>
}

export interface ProcessAsked {
  program: ModelProgram
  clock: Clock
  /** At work and silent for so long, it is killed. */
  silenceMsMax: number
  onWord(word: FromWorker): void
}

const watchEveryMs = 1_000
/** What of its last words is told when it ends by itself. */
const lastWordsMax = 300

export function startModelProcess(asked: ProcessAsked): ModelProcess {
  const { clock, silenceMsMax, program } = asked
  const child = spawnWorker(program)
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  let atWorkSinceMs: number | undefined
  let why: string | undefined
  let lastWords = ''

  function kill(reason: string): void {
    why ??= reason
    endGroup(child)
  }

  const endWatch = clock.every(watchEveryMs, () => {
    if (atWorkSinceMs === undefined) return
    if (clock.monotonicMs() - atWorkSinceMs < silenceMsMax) return
    kill(`The engine made nothing for ${Math.round(silenceMsMax / 1_000)} s and was ended.`)
  })
  child.on('message', (message) => {
    if (atWorkSinceMs !== undefined) atWorkSinceMs = clock.monotonicMs()
    const word = FromWorker.safeParse(message)
    if (word.success) asked.onWord(word.data)
    else kill('The engine said what no engine says, and was ended.')
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-lastWordsMax)
  })
  child.once('error', (cause) => {
    why ??= `The engine could not be started: ${cause.message}`
    if (child.pid === undefined) void finish(null, null)
  })
  child.once('exit', () => endGroup(child))
  child.once('close', finish)

  async function finish(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    endWatch()
    if (program.ranOutOfMemory()) why ??= 'The engine needed more memory than this machine has.'
    await program.leave()
    resolve(why ?? endingOf(code, signal, lastWords))
  }

  return {
    pid: child.pid,
    // @NOTE what is said to one that has ended is answered by its end
    say: (word) => void (child.connected && child.send(word, () => undefined)),
    watch: (state) => {
      atWorkSinceMs = state === 'at_rest' ? undefined : (atWorkSinceMs ?? clock.monotonicMs())
    },
    ended,
    end: async () => {
      kill('It was told to end.')
      await ended
    },
  }
}

/** Without our environment: keys that the agent was given are none of the model's. */
function spawnWorker({ argv, seccomp }: ModelProgram): ChildProcess {
  const [program = '', ...words] = argv
  const child = spawn(program, words, {
    detached: hasGroups,
    env: workerEnv,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'ipc'],
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

function endingOf(code: number | null, by: NodeJS.Signals | null, lastWords: string): string {
  const signal = by ?? signalOf(code ?? 0)
  const how = signal === undefined ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`
  const said = withoutPaths(lastWords.trim().split('\n').at(-1) ?? '')
  return `The engine crashed (${how})${said === '' ? '' : `: ${said}`}.`
}

/** The sandbox gives the end by a signal as 128 and its number. */
function signalOf(code: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
}
