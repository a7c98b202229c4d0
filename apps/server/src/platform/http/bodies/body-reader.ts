import { Worker } from 'node:worker_threads'
import { type ErrorCode, type FieldErrors, Refused } from '@gridloom/contract/errors'
import type { Clock } from '../../clock.ts'

/** Reads large bodies where it holds up nobody. */
export interface BodyReader extends AsyncDisposable {
  /**
   * The parsed body, which the endpoint (as `area.name`) has nothing to say against. Bytes in shared memory are not copied.
   * @throws Refused `malformed_body`, `invalid_input`; `not_ready` when the server stops
   */
  read(bytes: Buffer, endpoint: string | undefined): Promise<unknown>
}

/** What `body-thread.ts` is sent. */
export interface BodyJob {
  readonly id: number
  readonly bytes: Uint8Array
  readonly endpoint: string | undefined
}

/** What it answers. */
export type BodyOutcome = { readonly id: number } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly fields: FieldErrors | undefined
      readonly internal: string
    }
)

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** A body takes tenths of a second; a thread that is this late has hung. */
const withinMs = 30_000
const heapMiBMax = 512

/** One thread for all bodies, started with the first: whoever sends many waits behind themselves. */
export function createBodyReader({ clock }: { clock: Clock }): BodyReader {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let jobs = 0

  function start(): Worker {
    const started = new Worker(new URL('./body-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMiBMax },
    })
    started.on('message', (outcome: BodyOutcome) => {
      const reader = waiting.get(outcome.id)
      waiting.delete(outcome.id)
      if (outcome.kind === 'value') reader?.resolve(outcome.value)
      else reader?.reject(refusalOf(outcome))
    })
    started.on('error', (error) => end(error))
    // Only a body that is waited for keeps the process.
    started.unref()
    return started
  }

  /** Gives up what waits; the next body starts another thread. */
  function end(error: Error): Promise<unknown> | undefined {
    const ended = thread
    thread = undefined
    for (const reader of waiting.values()) reader.reject(error)
    waiting.clear()
    return ended?.terminate()
  }

  return {
    async read(bytes, endpoint) {
      thread ??= start()
      jobs += 1
      const id = jobs
      const over = new AbortController()
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
      })
      const job: BodyJob = { id, bytes, endpoint }
      thread.postMessage(job)
      clock.sleep(withinMs, over.signal).then(
        () => end(new Error(`reading a body took longer than ${withinMs} ms`)),
        // @NOTE the answer was there first.
        () => {},
      )
      try {
        return await answer
      } finally {
        over.abort()
      }
    },
    async [Symbol.asyncDispose]() {
      await end(new Refused('not_ready'))
    },
  }
}

function refusalOf({ code, fields, internal }: Extract<BodyOutcome, { kind: 'refused' }>): Refused {
  return new Refused(code, { internal, ...(fields === undefined ? {} : { fields }) })
}
