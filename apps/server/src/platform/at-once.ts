import { Refused } from '@gridloom/contract/errors'

/** How many may be at work at once. */
export interface AtOnceLimits {
  perKey: number
  inAll: number
}

/** Lets in as many as may be at work at once, for each key and in all. */
export interface AtOnce {
  /** The place is given back by disposing it. @throws Refused `too_many_requests` */
  enter(key: string): Disposable
}

const retryAfterS = 1

export function createAtOnce({ perKey, inAll }: AtOnceLimits): AtOnce {
  const working = new Map<string, number>()
  let all = 0

  function leave(key: string): void {
    all -= 1
    const left = (working.get(key) ?? 1) - 1
    if (left > 0) working.set(key, left)
    else working.delete(key)
  }

  return {
    enter(key) {
      const own = working.get(key) ?? 0
      if (own >= perKey || all >= inAll)
        throw new Refused('too_many_requests', { details: { seconds: retryAfterS } })
      working.set(key, own + 1)
      all += 1
      return { [Symbol.dispose]: () => leave(key) }
    },
  }
}
