import { Refused } from '@gridloom/contract/errors'
import { createCounts } from './counts.ts'

/** How many may run, or be open, at once. */
export interface AtOnceLimits {
  perKey: number
  /** The limit over all keys; none by default. */
  inAll?: number
  /** When to retry; after a second by default. */
  retryAfterS?: number
}

/** Limits how many run at once, for each key and overall. */
export interface AtOnce {
  /** Takes a place; disposing it releases it, once. @throws Refused `too_many_requests` */
  enter(key: string): Disposable
}

export function createAtOnce({
  perKey,
  inAll = Number.POSITIVE_INFINITY,
  retryAfterS = 1,
}: AtOnceLimits): AtOnce {
  const working = createCounts()
  let all = 0
  return {
    enter(key) {
      if (working.of(key) >= perKey || all >= inAll)
        throw new Refused('too_many_requests', { details: { seconds: retryAfterS } })
      working.add(key, 1)
      all += 1
      let isIn = true
      return {
        [Symbol.dispose]() {
          if (!isIn) return
          isIn = false
          working.add(key, -1)
          all -= 1
        },
      }
    },
  }
}
