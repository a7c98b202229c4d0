import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterwards,
  type Breaker,
  byNow,
  closedBreaker,
  failuresMax,
  restMsFirst,
  restMsMax,
} from './breaker.ts'

it('rests after three consecutive failures, and not after two', () => {
  expect(failing(2)).toMatchObject({ kind: 'closed' })
  expect(failing(3)).toEqual({ kind: 'open', untilMs: restMsFirst, times: 1 })
})

it('resets the failures at the first success', () => {
  const good = afterwards(failing(2), 'succeeded', 0)
  expect(good).toEqual(closedBreaker)
  expect(failing(2, good)).toMatchObject({ kind: 'closed' })
})

it('is tried exactly when the rest is over', () => {
  const open = failing(3)
  expect(byNow(open, restMsFirst - 1)).toBe(open)
  expect(byNow(open, restMsFirst)).toEqual({ kind: 'trying', times: 1 })
})

it('closes after a successful trial', () => {
  expect(afterwards({ kind: 'trying', times: 5 }, 'succeeded', 9)).toEqual(closedBreaker)
})

it('rests twice as long after each failed trial, up to the maximum', () => {
  let breaker = failing(3)
  const rests: number[] = []
  let nowMs = 0
  for (let trial = 0; trial < 12 && breaker.kind === 'open'; trial++) {
    rests.push(breaker.untilMs - nowMs)
    nowMs = breaker.untilMs
    breaker = afterwards(byNow(breaker, nowMs), 'failed', nowMs)
  }
  expect(rests.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000])
  expect(rests.at(-1)).toBe(restMsMax)
})

it('does not rest longer for failures of earlier requests', () => {
  const open = failing(3)
  expect(afterwards(open, 'failed', 1_000)).toBe(open)
})

it('keeps its invariants in any sequence', () => {
  const step = fc.record({
    happened: fc.constantFrom('succeeded' as const, 'failed' as const),
    waitMs: fc.nat(200_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let breaker: Breaker = closedBreaker
      let nowMs = 0
      for (const { happened, waitMs } of steps) {
        nowMs += waitMs
        breaker = afterwards(byNow(breaker, nowMs), happened, nowMs)
        if (happened === 'succeeded') expect(breaker).toEqual(closedBreaker)
        if (breaker.kind === 'closed') expect(breaker.failures).toBeLessThan(failuresMax)
        if (breaker.kind === 'open') expect(breaker.untilMs - nowMs).toBeLessThanOrEqual(restMsMax)
      }
      // Whatever happened, it is tried again within the longest rest.
      expect(byNow(breaker, nowMs + restMsMax).kind).not.toBe('open')
    }),
  )
})

function failing(times: number, from: Breaker = closedBreaker): Breaker {
  let breaker = from
  for (let time = 0; time < times; time++) breaker = afterwards(breaker, 'failed', 0)
  return breaker
}
