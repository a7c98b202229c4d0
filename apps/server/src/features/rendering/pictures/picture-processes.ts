import type { ChildProcess } from 'node:child_process'
import type { Clock } from '../../../platform/clock.ts'
import { findSandbox, type SandboxFound } from '../../../platform/sandbox.ts'
import type { PictureAnswer } from './picture-process.ts'
import { pictureProfile, startPictureProcess } from './picture-program.ts'
import type { PictureTask, TaskName, TaskResult } from './picture-tasks.ts'
import { NotAPicture, type Pictures } from './pictures.ts'

interface Options {
  clock: Clock
  /** What keeps them in: see {@link findPictureSandbox}. */
  sandbox: SandboxFound
  /** How many pictures are worked on at once; more of them wait. */
  processes: number
  /** A picture that takes longer is none. */
  timeLimitMs?: number
  /** What a process runs; tests have others. */
  script?: URL
}

const usualTimeLimitMs = 120_000

/** What keeps decoders in on this machine, found by trying. */
export function findPictureSandbox(): Promise<SandboxFound> {
  return findSandbox(pictureProfile)
}

/**
 * {@link Pictures} in processes of their own: threads share the server's fate where a decoder crashes or a heap is
 * full. They are started when they are needed, and anew after one died or took too long; each is kept in, as a picture may
 * take its decoder over.
 */
export function createPictures(options: Options): Pictures {
  const { processes, sandbox, script = new URL('./picture-process.ts', import.meta.url) } = options
  const idle: ChildProcess[] = []
  const running = new Set<ChildProcess>()
  const waiting: (() => void)[] = []
  let working = 0

  const start = () => {
    const child = startPictureProcess(script, sandbox)
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      if (idle.includes(child)) idle.splice(idle.indexOf(child), 1)
    })
    // @NOTE whoever waits for its answer hears that it ended; an idle one is replaced when it is needed.
    child.on('error', () => child.kill('SIGKILL'))
    return child
  }

  async function run<Name extends TaskName>(
    task: PictureTask & { name: Name },
    signal: AbortSignal,
  ): Promise<TaskResult<Name>> {
    while (working >= processes) await turn(waiting, signal)
    working += 1
    try {
      const child = idle.pop() ?? start()
      const answer = await answerOf(child, task, { ...options, signal })
      if (running.has(child) && !child.killed) idle.push(child)
      return asResultOf<Name>(answer)
    } finally {
      working -= 1
      waiting.shift()?.()
    }
  }

  return {
    examine: (asked, signal) => run({ name: 'examine', asked }, signal),
    compare: (asked, signal) => run({ name: 'compare', asked }, signal),
    stitch: (asked, signal) => run({ name: 'stitch', asked }, signal),
    display: (asked, signal) => run({ name: 'display', asked }, signal),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running].map(ended))
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await promise
}

/** Resolves when a process may be free. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    waiting.splice(waiting.indexOf(resolve), 1)
    reject(signal.reason)
  }
  waiting.push(resolve)
  signal.addEventListener('abort', leave, { once: true })
  await promise.finally(() => signal.removeEventListener('abort', leave))
}

/** One task in one process. A process that dies of it, or does not answer in time, is ended, and the task is at fault. */
async function answerOf(
  child: ChildProcess,
  task: PictureTask,
  { clock, signal, timeLimitMs = usualTimeLimitMs }: Options & { signal: AbortSignal },
): Promise<PictureAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureAnswer>()
  const over = new AbortController()
  const died = () => resolve({ kind: 'not_a_picture', why: 'Decoding it fails' })
  const answered = (answer: unknown) => resolve(asAnswer(answer))
  const given = () => {
    reject(signal.reason)
    child.kill('SIGKILL')
  }
  child.on('message', answered).on('exit', died)
  signal.addEventListener('abort', given, { once: true })
  clock.sleep(timeLimitMs, over.signal).then(
    () => {
      resolve({ kind: 'not_a_picture', why: 'Decoding it takes too long' })
      child.kill('SIGKILL')
    },
    // @NOTE the answer was there first.
    () => {},
  )
  try {
    // A caller who went before this one was asked is no reason to ask.
    if (signal.aborted) given()
    // @NOTE a message that cannot be sent is followed by the end of the process.
    else child.send(task, () => {})
    return await promise
  } finally {
    over.abort()
    child.off('message', answered).off('exit', died)
    signal.removeEventListener('abort', given)
  }
}

/** Named cast: what answers is our own script. */
function asAnswer(answer: unknown): PictureAnswer {
  return answer as PictureAnswer
}

/** Named cast: a process answers the task that it was given. @throws NotAPicture */
function asResultOf<Name extends TaskName>(answer: PictureAnswer): TaskResult<Name> {
  if (answer.kind === 'not_a_picture') throw new NotAPicture(answer.why)
  if (answer.kind === 'failed') throw new Error(`A picture could not be worked on: ${answer.why}`)
  return answer.result as TaskResult<Name>
}
