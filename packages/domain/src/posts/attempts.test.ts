import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attempt, type AttemptFacts, afterAttempt, isMissed, triedForMs } from './attempts.ts'
import { isEditable, postStateOf } from './post-state.ts'

const at = new Date('2026-11-28T12:00:00.000Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const hourMs = 3_600_000
const facts: AttemptFacts = { now: at, at, attempts: 1, jitter: 0.5, mayBePublished: false }

describe('after an attempt', () => {
  it.each<[Attempt, Partial<AttemptFacts>, object]>([
    [{ outcome: 'published' }, {}, { state: 'published', nextTryAt: null }],
    [{ outcome: 'unavailable' }, {}, { state: 'planned', nextTryAt: after(60_000) }],
    [{ outcome: 'unavailable' }, { attempts: 30 }, { nextTryAt: after(hourMs) }],
    [{ outcome: 'rate_limited', retryAt: after(hourMs) }, {}, { nextTryAt: after(hourMs) }],
    [
      { outcome: 'rate_limited', retryAt: after(25 * hourMs) },
      {},
      { state: 'failed', problem: 'unavailable' },
    ],
    [{ outcome: 'reconnect' }, {}, { state: 'failed', problem: 'reconnect' }],
    [{ outcome: 'refused' }, {}, { state: 'failed', problem: 'refused' }],
    [{ outcome: 'unclear' }, {}, { state: 'unclear', nextTryAt: after(120_000) }],
    [{ outcome: 'unclear' }, { now: after(25 * hourMs) }, { state: 'failed', problem: 'unclear' }],
  ])('%o with %o: %o', (attempt, change, expected) => {
    expect(afterAttempt(attempt, { ...facts, ...change })).toMatchObject(expected)
  })

  it('never plans again what may have been published, and ends within a day', () => {
    const outcome = fc.constantFrom('unavailable', 'rate_limited', 'refused', 'unclear')
    fc.assert(
      fc.property(
        outcome,
        fc.nat(48 * hourMs),
        fc.integer({ min: 1, max: 200 }),
        (kind, ms, attempts) => {
          const result = afterAttempt(
            // Named cast: fast-check types the constants as text.
            { outcome: kind as 'unclear' },
            { ...facts, now: after(ms), attempts, mayBePublished: true },
          )
          expect(['unclear', 'failed']).toContain(result.state)
          if (result.nextTryAt !== null)
            expect(result.nextTryAt.getTime()).toBeLessThanOrEqual(
              at.getTime() + triedForMs + 120_000,
            )
        },
      ),
    )
  })

  it('misses what was not tried for six hours', () => {
    expect(isMissed({ ...facts, attempts: 0, now: after(6 * hourMs) })).toBe(false)
    expect(isMissed({ ...facts, attempts: 0, now: after(6 * hourMs + 1) })).toBe(true)
    expect(isMissed({ ...facts, attempts: 1, now: after(9 * hourMs) })).toBe(false)
  })
})

it('shows of a post the state that needs attention most, and edits what nobody can have seen', () => {
  expect(postStateOf(['published', 'failed'])).toBe('failed')
  expect(postStateOf(['published', 'cancelled'])).toBe('published')
  expect(isEditable(['planned', 'failed'])).toBe(true)
  expect(isEditable(['planned', 'unclear'])).toBe(false)
  expect(isEditable([])).toBe(false)
})
