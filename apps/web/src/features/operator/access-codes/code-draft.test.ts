import { describe, expect, it } from 'vitest'
import { anAccessCode } from '../../../testing/company-samples.ts'
import { secondsBefore } from '../../../testing/samples.ts'
import { codeProblems, newCodeDraft, readCodeDraft } from './code-draft.ts'
import { codeState } from './code-state.ts'

const nowMs = Date.parse(secondsBefore(0))
const good = { ...newCodeDraft, label: ' Meetup ' }

describe('the form of an access code', () => {
  it('requires a label and nothing else', () => {
    expect(codeProblems(newCodeDraft, nowMs)).toMatchObject({ label: 'Label is required' })
    const none = { label: null, code: null, uses_max: null, expires_at: null }
    expect(codeProblems(good, nowMs)).toEqual(none)
  })

  it('validates a code only when a custom one is chosen', () => {
    expect(codeProblems({ ...good, code: 'a b' }, nowMs).code).toBeNull()
    expect(codeProblems({ ...good, way: 'own', code: 'a b' }, nowMs).code).toMatch(/^Use 4 to 64/)
  })

  it('rejects a code that is an address of the site', () => {
    expect(codeProblems({ ...good, way: 'own', code: 'Welcome' }, nowMs).code).toMatch(/reserved/)
  })

  it.each([0, 1.5, 1_000_001])('rejects %d uses', (uses_max) => {
    expect(codeProblems({ ...good, uses_max }, nowMs).uses_max).not.toBeNull()
  })

  it('rejects an expiry in the past and an empty date', () => {
    const until = (date: string) => ({ ...good, expires_at: { choice: 'date', date } as const })
    expect(codeProblems(until('2020-01-01'), nowMs).expires_at).not.toBeNull()
    expect(codeProblems(until(''), nowMs).expires_at).toBe('Choose a date')
  })

  it('is converted to what the contract accepts', () => {
    expect(readCodeDraft(good, nowMs)).toEqual({
      label: 'Meetup',
      uses_max: null,
      expires_at: null,
    })
    const own = { ...good, way: 'own', code: ' meetup ', uses_max: '5' } as const
    expect(readCodeDraft(own, nowMs)).toMatchObject({ code: 'meetup', uses_max: 5 })
  })
})

describe('the state of an access code', () => {
  it.each([
    [{}, 'Active'],
    [{ uses: 50 }, 'Used up'],
    [{ uses: 5_000, uses_max: null }, 'Active'],
    [{ expires_at: secondsBefore(1) }, 'Expired'],
    [{ expires_at: secondsBefore(-60) }, 'Active'],
    [{ revoked_at: secondsBefore(1), expires_at: secondsBefore(1) }, 'Revoked'],
  ])('with %j is %s', (parts, word) => {
    const state = codeState(anAccessCode(parts), nowMs)
    expect(state.word).toBe(word)
    expect(state.works).toBe(word === 'Active')
  })
})
