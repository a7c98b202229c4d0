import type { Worker } from 'node:worker_threads'
import type { Clock } from '@gridloom/async/clock'

/** Why a thread gave no answer. */
export type ThreadProblem = keyof typeof problemTexts

const problemTexts = {
  memory: 'the thread reached its limit of memory',
  time: 'the thread takes too long',
  ended: 'the thread ended',
} as const

/** A thread gave no answer. Its cause is the error that the thread threw, if any. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
  readonly problem: ThreadProblem

  constructor(problem: ThreadProblem, { cause }: ErrorOptions = {}) {
    const why = cause instanceof Error ? `: ${cause.message}` : ''
    super(problemTexts[problem] + why, { cause })
    this.problem = problem
  }
}

interface MessageWait {
  clock: Pick<Clock, 'sleep'>
  msMax: number
  signal?: AbortSignal
}

/**
 * Waits for the next message of a thread. The caller ends the thread when this rejects: it may still be working.
 * @throws ThreadFailed; the reason of `signal`
 */
export async function nextMessage<Message>(
  worker: Worker,
  { clock, msMax, signal }: MessageWait,
): Promise<Message> {
  const over = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const fail = (problem: ThreadProblem, cause?: unknown) =>
    reject(new ThreadFailed(problem, { cause }))
  const onError = (error: unknown) => fail(isOutOfMemory(error) ? 'memory' : 'ended', error)
  const onExit = () => fail('ended')
  worker.once('message', resolve).once('error', onError).once('exit', onExit)
  signal?.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
  clock.sleep(msMax, over.signal).then(
    () => fail('time'),
    // @NOTE the answer came first.
    () => {},
  )
  try {
    return await promise
  } finally {
    over.abort()
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
