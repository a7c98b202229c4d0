import { Worker } from 'node:worker_threads'
import { type ErrorCode, type FieldErrors, Refused } from '@gridloom/contract/errors'
import type { Clock } from '../../clock.ts'
import { createFairQueue } from '../../fair-queue.ts'

/** Reads large bodies where it holds up nobody. */
export interface BodyReader extends AsyncDisposable {
  /**
   * The parsed body, which the endpoint has nothing to say against. Bytes in shared memory are not copied.
   * @throws Refused `malformed_body`, `invalid_input`; `not_ready` when the server stops; `too_many_requests`
   */
  read(body: LargeBody): Promise<unknown>
}

export interface LargeBody {
  readonly bytes: Buffer
  /** As `area.name`. */
  readonly endpoint: string | undefined
  /** Who sent it, as `callerKey` has them. */
  readonly caller: string
}

/** What `body-thread.ts` is sent: the next one once it has answered. */
export type BodyJob = Pick<LargeBody, 'endpoint'> & { readonly bytes: Uint8Array }

/** What it answers. */
export type BodyOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly fields: FieldErrors | undefined
      readonly internal: string
    }

/** A body takes tenths of a second; a thread that is this late with one has hung. */
const withinMs = 30_000
const heapMiBMax = 512
/** Memory for bodies bounds them before this does. */
const queueLimits = { concurrency: 1, waitingMax: 4_096 }

/** One thread for all bodies, started with the first, which reads one at a time: callers take turns. */
export function createBodyReader({ clock }: { clock: Clock }): BodyReader {
  const enqueue = createFairQueue(queueLimits)
  let isOver = false
  let thread: Worker | undefined
  let reading: PromiseWithResolvers<unknown> | undefined

  function start(): Worker {
    const started = new Worker(new URL('./body-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
    })
    started.on('message', (outcome: BodyOutcome) => {
      // One that was given up answers no more.
      if (started !== thread) return
      if (outcome.kind === 'value') reading?.resolve(outcome.value)
      else reading?.reject(refusalOf(outcome))
    })
    started.on('error', (error) => {
      if (started === thread) end(error)
    })
    // Only a body that is waited for keeps the process.
    started.unref()
    return started
  }

  /** Gives up what is read; the next body starts another thread. */
  function end(error: Error): Promise<unknown> | undefined {
    const ended = thread
    thread = undefined
    reading?.reject(error)
    return ended?.terminate()
  }

  async function read({ bytes, endpoint }: LargeBody): Promise<unknown> {
    if (isOver) throw new Refused('not_ready')
    const over = new AbortController()
    const answer = Promise.withResolvers<unknown>()
    reading = answer
    thread ??= start()
    const job: BodyJob = { bytes, endpoint }
    thread.postMessage(job)
    clock.sleep(withinMs, over.signal).then(
      () => end(new Error(`reading a body took longer than ${withinMs} ms`)),
      // @NOTE the answer was there first.
      () => {},
    )
    try {
      return await answer.promise
    } finally {
      over.abort()
    }
  }

  return {
    read: (body) => enqueue(() => read(body), body.caller),
    async [Symbol.asyncDispose]() {
      isOver = true
      await end(new Refused('not_ready'))
    },
  }
}

function refusalOf({ code, fields, internal }: Extract<BodyOutcome, { kind: 'refused' }>): Refused {
  return new Refused(code, { internal, ...(fields === undefined ? {} : { fields }) })
}
