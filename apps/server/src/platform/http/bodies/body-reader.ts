import type { Clock } from '@gridloom/async/clock'
import { type ErrorCode, type FieldErrors, Refused } from '@gridloom/contract/errors'
import { createFairQueue } from '../../fair-queue.ts'
import { createJobThread } from '../../threads/job-thread.ts'

/** Parses large bodies without blocking the event loop. */
export interface BodyReader extends AsyncDisposable {
  /**
   * Returns the parsed body, which matches the endpoint's schema. Bytes in shared memory are not copied.
   * @throws Refused `malformed_body`, `invalid_input`; `not_ready` when the server stops; `too_many_requests`
   */
  read(body: LargeBody): Promise<unknown>
}

export interface LargeBody {
  readonly bytes: Buffer
  /** As `area.name`. */
  readonly endpoint: string | undefined
  /** The caller, as `callerKey` has them. */
  readonly caller: string
}

/** A job for `body-thread.ts`: the next one is sent once it has answered. */
export type BodyJob = Pick<LargeBody, 'endpoint'> & { readonly bytes: Uint8Array }

/** The answer of the thread. */
export type BodyOutcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'refused'
      readonly code: ErrorCode
      readonly fields: FieldErrors | undefined
      readonly internal: string
    }

/** A body takes tenths of a second; a thread that takes this long has hung. */
const withinMs = 30_000
const heapMiBMax = 512
/** The memory limit for bodies applies before this one. */
const queueLimits = { concurrency: 1, waitingMax: 4_096 }

/** Creates one thread for all bodies, started with the first, which reads one at a time: callers take turns. */
export function createBodyReader({ clock }: { clock: Clock }): BodyReader {
  const enqueue = createFairQueue(queueLimits)
  const thread = createJobThread<BodyJob, BodyOutcome>({
    ...{ clock, heapMiBMax },
    script: new URL('./body-thread.ts', import.meta.url),
  })
  let isOver = false

  async function read(job: BodyJob): Promise<unknown> {
    try {
      const outcome = await thread.ask(job, withinMs)
      if (outcome.kind === 'value') return outcome.value
      throw refusalOf(outcome)
    } catch (error) {
      if (isOver) throw new Refused('not_ready', { cause: error })
      throw error
    }
  }

  return {
    read: ({ bytes, endpoint, caller }) => enqueue(() => read({ bytes, endpoint }), caller),
    async [Symbol.asyncDispose]() {
      isOver = true
      await thread[Symbol.asyncDispose]()
    },
  }
}

function refusalOf({ code, fields, internal }: Extract<BodyOutcome, { kind: 'refused' }>): Refused {
  return new Refused(code, { internal, ...(fields === undefined ? {} : { fields }) })
}
