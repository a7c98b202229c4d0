import type { UploadRequest } from '../../../platform/http/routes.ts'

/** The body of a request, read in portions. */
export interface UploadBody {
  /** Yields up to `count` bytes as they arrive; fewer if the body ends or breaks off, which is not an error. */
  take(count: number): AsyncGenerator<Uint8Array>
  /** Resolves with whether another byte arrives before the body ends or breaks off. */
  hasMore(): Promise<boolean>
  /** Whether bytes arrived since the last call, or are still being processed. */
  hasMoved(): boolean
}

export function readUploadBody({ bytes }: Pick<UploadRequest, 'bytes'>): UploadBody {
  const source = bytes[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let over = false
  let moved = true
  let isAwaited = false

  /** Fills `rest`, unless the body is over. */
  async function fill(): Promise<void> {
    while (rest.length === 0 && !over) {
      isAwaited = true
      // @NOTE the client disconnected or was cut off: the bytes so far count, and it can resume after them.
      const { value, done } = await source.next().catch(() => ended)
      isAwaited = false
      moved = true
      if (done === true) over = true
      else rest = value
    }
  }

  return {
    async *take(count) {
      for (let missing = count; missing > 0; ) {
        await fill()
        if (over) return
        const taken = rest.subarray(0, missing)
        rest = rest.subarray(taken.length)
        missing -= taken.length
        yield taken
      }
    },
    async hasMore() {
      await fill()
      return !over
    },
    hasMoved() {
      const has = moved || !isAwaited
      moved = false
      return has
    },
  }
}

const ended = { done: true, value: undefined } as const
