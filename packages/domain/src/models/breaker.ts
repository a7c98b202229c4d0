/**
 * The state of an endpoint for routing. After some consecutive failures it rests (`open`); when the rest is over it is
 * tried with one request at a time, and then closes again after a success, or rests twice as long after a failure.
 *
 * ```
 * closed ──3 failures──▶ open ──rest is over──▶ trying ──success──▶ closed
 *                          ▲──────failure──────────┘
 * ```
 */
export type Breaker =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly untilMs: number; readonly times: number }
  | { readonly kind: 'trying'; readonly times: number }

export const closedBreaker: Breaker = { kind: 'closed', failures: 0 }

/** Consecutive failures after which an endpoint rests. */
export const failuresMax = 3
export const restMsFirst = 2_000
export const restMsMax = 120_000

/** The breaker after a result of its endpoint. A failed request from before the rest has no effect. */
export function afterwards(
  breaker: Breaker,
  happened: 'succeeded' | 'failed',
  nowMs: number,
): Breaker {
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

/** The breaker at a time: after its rest an endpoint is tried. */
export function byNow(breaker: Breaker, nowMs: number): Breaker {
  const isOver = breaker.kind === 'open' && nowMs >= breaker.untilMs
  return isOver ? { kind: 'trying', times: breaker.times } : breaker
}

/** Doubles each time. */
function rest(times: number, nowMs: number): Breaker {
  const forMs = Math.min(restMsMax, restMsFirst * 2 ** times)
  return { kind: 'open', untilMs: nowMs + forMs, times: times + 1 }
}
