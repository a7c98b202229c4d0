import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RuntimeFailure } from '../runtime/failure.ts'
import { failureOf, retryVerdict, triesMax } from './retry.ts'

const hiccup = new RuntimeFailure('engine_unreachable', 'away', { retry: 'later' })
const definite = new RuntimeFailure('image_not_found', 'no')

describe('retryVerdict', () => {
  it('gives a start up at once when trying again cannot help', () => {
    const verdict = retryVerdict(definite, { isStart: true, tried: 1, random: 0 })
    expect(verdict).toEqual({ kind: 'give_up' })
  })

  it('tries a start again until its budget is spent', () => {
    const at = (tried: number) => retryVerdict(hiccup, { isStart: true, tried, random: 0.5 }).kind
    expect(at(triesMax - 1)).toBe('again')
    expect(at(triesMax)).toBe('give_up')
  })

  it('never gives an end up', () => {
    const verdict = retryVerdict(definite, { isStart: false, tried: 1_000, random: 0 })
    expect(verdict.kind).toBe('again')
  })

  it('waits between a quarter of a second and fifteen seconds, longer each time', () => {
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
  it('passes a failure of the runtime on and takes anything else for a hiccup', () => {
    expect(failureOf(definite)).toBe(definite)
    const unknown = failureOf(new TypeError('odd'))
    expect(unknown).toMatchObject({ code: 'engine_unreachable', retry: 'later' })
    expect(unknown.message).toContain('odd')
  })
})
