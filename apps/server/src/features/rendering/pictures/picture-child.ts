import type { ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import type { Clock } from '@gridloom/async/clock'
import { BrokenFrame, FrameReader, framesFd, writeFrame } from '@gridloom/domain/sandbox/frames'
import { pictureAnswerBounds, type ReadAnswer, readPictureAnswer } from './picture-answers.ts'
import { frameOf } from './picture-frames.ts'
import type { PictureTask, TaskName, TaskResult } from './picture-tasks.ts'
import { NotAPicture, PictureTaskFailed } from './pictures.ts'

/** A running decoder process. It gets one task at a time, and sends one answer to each. */
export interface PictureChild {
  /**
   * Sends a task. @throws NotAPicture also if the process crashes on the picture, takes too long, or sends anything
   * else than an answer
   */
  ask<Name extends TaskName>(request: PictureRequest<Name>): Promise<TaskResult<Name>>
  isAlive(): boolean
  kill(): void
  readonly ended: Promise<void>
}

interface PictureRequest<Name extends TaskName> {
  task: PictureTask & { name: Name }
  timeLimitMs: number
  signal: AbortSignal
}

/** The receiver of a process's output: bytes of its answer, and its end. */
interface OutputReceiver {
  onBytes(bytes: Uint8Array): void
  end(): void
}

const fails = 'Decoding failed'
const tooLong = 'Decoding took too long'

/** Controls a process that was just started. A hostile picture may have taken it over: unrequested output ends it. */
export function createPictureChild(child: ChildProcess, clock: Clock): PictureChild {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let receiver: OutputReceiver | undefined
  let hasEnded = false
  const kill = () => void child.kill('SIGKILL')
  const finish = () => {
    hasEnded = true
    receiver?.end()
    resolve()
  }
  child.once('exit', finish).once('error', () => (child.pid === undefined ? finish() : kill()))
  // @NOTE a task that cannot be written is followed by the end of the process.
  child.stdin?.on('error', () => {})
  const pipe = child.stdio[framesFd]
  if (pipe instanceof Readable) {
    pipe.on('data', (bytes: Buffer) => (receiver === undefined ? kill() : receiver.onBytes(bytes)))
    pipe.on('error', () => kill())
  }

  async function ask<Name extends TaskName>(
    request: PictureRequest<Name>,
  ): Promise<TaskResult<Name>> {
    const { task, timeLimitMs, signal } = request
    signal.throwIfAborted()
    if (hasEnded) throw new NotAPicture(fails)
    const over = new AbortController()
    const answer = Promise.withResolvers<ReadAnswer<Name>>()
    const giveUp = (why: string) => {
      answer.resolve({ kind: 'not_a_picture', why })
      kill()
    }
    const leave = () => {
      answer.reject(signal.reason)
      kill()
    }
    receiver = {
      onBytes: createAnswerReader(task, { answered: answer.resolve, broken: () => giveUp(fails) }),
      end: () => answer.resolve({ kind: 'not_a_picture', why: fails }),
    }
    signal.addEventListener('abort', leave, { once: true })
    // @NOTE the sleep is aborted when the answer arrives first.
    clock.sleep(timeLimitMs, over.signal).then(
      () => giveUp(tooLong),
      () => {},
    )
    if (child.stdin !== null) writeFrame(child.stdin, frameOf(task))
    try {
      return resultOf(await answer.promise)
    } finally {
      over.abort()
      receiver = undefined
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    ask,
    isAlive: () => !hasEnded && !child.killed,
    kill,
    ended,
  }
}

interface AnswerHandlers<Name extends TaskName> {
  answered(answer: ReadAnswer<Name>): void
  /** Called when the process sent anything that was not requested. */
  broken(): void
}

/** Reads the single answer to a task from incoming bytes; anything else is an error. */
function createAnswerReader<Name extends TaskName>(
  task: PictureTask & { name: Name },
  { answered, broken }: AnswerHandlers<Name>,
): (bytes: Uint8Array) => void {
  const reader = new FrameReader(pictureAnswerBounds(task))
  let isAnswered = false
  return (bytes) => {
    try {
      for (const frame of reader.push(bytes)) {
        const answer = isAnswered ? undefined : readPictureAnswer(task.name, frame)
        if (answer === undefined) return broken()
        isAnswered = true
        answered(answer)
      }
      if (isAnswered && reader.isWithin) broken()
    } catch (cause) {
      if (!(cause instanceof BrokenFrame)) throw cause
      broken()
    }
  }
}

/** Returns the result of an answer. @throws NotAPicture, PictureTaskFailed */
function resultOf<Name extends TaskName>(answer: ReadAnswer<Name>): TaskResult<Name> {
  if (answer.kind === 'done') return answer.result
  if (answer.kind === 'not_a_picture') throw new NotAPicture(answer.why)
  throw new PictureTaskFailed(`A picture could not be processed: ${answer.why}`)
}
