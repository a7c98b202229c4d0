import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuntimeFailure } from '../runtime/failure.ts'
import { retryVerdict, runtimeFailure, triesMax } from './retry.ts'

const hiccup = new RuntimeFailure('engine_unreachable', 'away', { retry: 'later' })
const definite = new RuntimeFailure('image_not_found', 'no')

describe('retryVerdict', () => {
  it('gives up a start at once after a permanent failure', () => {
    const verdict = retryVerdict(definite, { isStart: true, tried: 1, random: 0 })
    expect(verdict).toEqual({ kind: 'give_up' })
  })

  it('retries a start until its budget is spent', () => {
    const at = (tried: number) => retryVerdict(hiccup, { isStart: true, tried, random: 0.5 }).kind
    expect(at(triesMax - 1)).toBe('again')
    expect(at(triesMax)).toBe('give_up')
  })

  it('never gives up a step that is not part of a start', () => {
    const verdict = retryVerdict(definite, { isStart: false, tried: 1_000, random: 0 })
    expect(verdict.kind).toBe('again')
  })

  it('waits between 250 ms and 15 s', () => {
    const tries = fc.record({
      isStart: fc.constant(false),
      tried: fc.integer({ min: 1, max: 10_000 }),
      random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    })
    fc.assert(
      fc.property(tries, (attempt) => {
        const verdict = retryVerdict(hiccup, attempt)
        const waitMs = verdict.kind === 'again' ? verdict.waitMs : -1
        expect(waitMs).toBeGreaterThanOrEqual(250)
        expect(waitMs).toBeLessThanOrEqual(15_000)
      }),
    )
  })
})

describe('failureOf', () => {
  it('returns a failure of the runtime unchanged, and treats other errors as temporary', () => {
    expect(runtimeFailure(definite)).toBe(definite)
    const unknown = runtimeFailure(new TypeError('odd'))
    expect(unknown).toMatchObject({ code: 'engine_unreachable', retry: 'later' })
    expect(unknown.message).toContain('odd')
  })
})
