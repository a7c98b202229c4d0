import { Refused } from '@gridloom/contract/errors'
import { createCounts } from './counts.ts'

/** How many may be at work, or open, at once. */
export interface AtOnceLimits {
  perKey: number
  /** As many as there are keys for, unless given. */
  inAll?: number
  /** When it is worth another try; a second, unless given. */
  retryAfterS?: number
}

/** Lets in as many as may be at work at once, for each key and in all. */
export interface AtOnce {
  /** The place is given back by disposing it, once. @throws Refused `too_many_requests` */
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
