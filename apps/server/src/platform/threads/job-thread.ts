import { Worker } from 'node:worker_threads'
import type { Clock } from '@gridloom/async/clock'
import { nextMessage, ThreadFailed } from './next-message.ts'

/**
 * A thread that does one job at a time, started with the first. It is ended when it fails at one or takes too long, and
 * the next job starts another.
 */
export interface JobThread<Job, Answer> extends AsyncDisposable {
  /** Call it once the last job is answered. @throws ThreadFailed */
  ask(job: Job, msMax: number): Promise<Answer>
  /** Sends a job without an answer. @throws ThreadFailed after it was disposed of */
  post(job: Job): void
}

interface JobThreadOptions {
  script: URL
  /** The limit of its own heap. */
  heapMiBMax: number
  clock: Pick<Clock, 'sleep'>
  /** Called when a thread has ended: its state is lost. */
  onEnd?(): void
}

export function createJobThread<Job, Answer>(options: JobThreadOptions): JobThread<Job, Answer> {
  const { script, heapMiBMax, clock, onEnd } = options
  let worker: Worker | undefined
  let isOver = false

  function open(): Worker {
    if (isOver) throw new ThreadFailed('ended')
    worker ??= begin()
    return worker
  }

  function begin(): Worker {
    const begun = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapMiBMax } })
    // @NOTE a caller that waits for an answer gets the error; without a listener it would end the process.
    begun.on('error', () => {})
    begun.once('exit', () => forget(begun))
    begun.unref()
    return begun
  }

  function forget(ended: Worker): void {
    if (worker !== ended) return
    worker = undefined
    onEnd?.()
  }

  return {
    async ask(job, msMax) {
      const asked = open()
      try {
        asked.postMessage(job)
        return await nextMessage<Answer>(asked, { clock, msMax })
      } catch (error) {
        forget(asked)
        await asked.terminate()
        throw error
      }
    },
    post: (job) => open().postMessage(job),
    async [Symbol.asyncDispose]() {
      isOver = true
      await worker?.terminate()
    },
  }
}
