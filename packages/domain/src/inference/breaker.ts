/** Whether an endpoint is asked: `open` is not for a while, `trying` is with one request at a time. */
export type Breaker =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly untilMs: number; readonly times: number }
  | { readonly kind: 'trying'; readonly times: number }

export const closedBreaker: Breaker = { kind: 'closed', failures: 0 }

/** So many failures in a row, with nothing good between them, and it rests. */
const failuresMax = 3
const restMsFirst = 2_000
const restMsMax = 120_000

export type Happening = 'succeeded' | 'failed'

/** What a breaker becomes of what happened at its endpoint. */
export function afterwards(breaker: Breaker, happened: Happening, nowMs: number): Breaker {
  if (happened === 'succeeded') return closedBreaker
  switch (breaker.kind) {
    case 'closed': {
      const failures = breaker.failures + 1
      return failures < failuresMax ? { kind: 'closed', failures } : rest(0, nowMs)
    }
    case 'trying':
      return rest(breaker.times, nowMs)
    case 'open':
      return breaker
  }
}

/** What it is by now: one that rested long enough is tried. */
export function byNow(breaker: Breaker, nowMs: number): Breaker {
  const isOver = breaker.kind === 'open' && nowMs >= breaker.untilMs
  return isOver ? { kind: 'trying', times: breaker.times } : breaker
}

/** Twice as long each time. */
function rest(times: number, nowMs: number): Breaker {
  const forMs = Math.min(restMsMax, restMsFirst * 2 ** times)
  return { kind: 'open', untilMs: nowMs + forMs, times: times + 1 }
}
