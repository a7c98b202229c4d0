import type { UploadRequest } from '../../../platform/http/routes.ts'

/** The body of a request, read in portions. */
export interface UploadBody {
  /** Up to `count` bytes as they come; less when the body ends or breaks off, which is no failure. */
  take(count: number): AsyncGenerator<Uint8Array>
  /** Whether another byte comes, before it ends or breaks off. */
  hasMore(): Promise<boolean>
  /** Whether anything came since this was asked last, or what came is still being worked on. */
  hasMoved(): boolean
}

export function readBody({ bytes }: Pick<UploadRequest, 'bytes'>): UploadBody {
  const source = bytes[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let over = false
  let moved = true
  let isAwaited = false

  /** Has something in `rest`, or is over. */
  async function fill(): Promise<void> {
    while (rest.length === 0 && !over) {
      isAwaited = true
      // @NOTE the caller went away or was cut off: what came before counts, and they go on from there.
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
