import { NewApiKey } from '@gridloom/contract/keys/api-key'
import { describe, expect, it } from 'vitest'
import { draftProblems, type KeyDraft, newKeyDraft, readKeyDraft } from './key-draft.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')

describe('draftProblems', () => {
  it('requires a name and a scope', () => {
    const { name, scopes } = draftProblems(noon)
    expect(name('  ')).toBe('Name is required')
    expect(scopes([])).toBe('Choose at least one scope')
    expect(name('ci')).toBeNull()
    expect(scopes(['market:read'])).toBeNull()
  })

  it('accepts no budget or one above zero', () => {
    const { budget_micro_usd: budget } = draftProblems(noon)
    expect(budget('')).toBeNull()
    expect(budget(0.01)).toBeNull()
    expect(budget(1_000_000)).toBeNull()
    expect(budget(0)).not.toBeNull()
    expect(budget(1_000_001)).not.toBeNull()
    expect(budget(-3)).not.toBeNull()
  })

  it('requires an expiry in the future', () => {
    const { expires_at: expiry } = draftProblems(noon)
    expect(expiry({ choice: 'date', date: '' })).toBe('Choose a date')
    expect(expiry({ choice: 'date', date: '2026-11-19' })).toBe('Choose a time in the future')
    expect(expiry({ choice: 'date', date: '2026-11-23' })).toBeNull()
    expect(expiry({ choice: 'never', date: '' })).toBeNull()
  })
})

describe('readDraft', () => {
  it('returns a key that the contract accepts', () => {
    const draft: KeyDraft = { ...newKeyDraft, name: ' ci ', scopes: ['instances:read'] }
    expect(NewApiKey.parse(readKeyDraft(draft, noon))).toEqual({
      name: 'ci',
      scopes: ['instances:read'],
      budget_micro_usd: null,
      budget_period: 'never',
      models: null,
      expires_at: '2027-02-19T12:00:00.000Z',
    })
  })

  it('reads dollars as whole micro-dollars', () => {
    expect(readKeyDraft({ ...newKeyDraft, budget_micro_usd: '0.1' }, noon).budget_micro_usd).toBe(
      100_000,
    )
  })

  it('sets a period only together with a budget', () => {
    const daily: KeyDraft = { ...newKeyDraft, budget_period: 'daily' }
    expect(readKeyDraft(daily, noon).budget_period).toBe('never')
    expect(readKeyDraft({ ...daily, budget_micro_usd: 5 }, noon).budget_period).toBe('daily')
  })

  it('restricts models only for a key that may use them', () => {
    const bound: KeyDraft = { ...newKeyDraft, models: ['org/name'], scopes: ['models:use'] }
    expect(readKeyDraft(bound, noon).models).toEqual(['org/name'])
    expect(readKeyDraft({ ...bound, scopes: ['market:read'] }, noon).models).toBeNull()
    expect(readKeyDraft({ ...bound, models: [] }, noon).models).toBeNull()
  })

  it('sets no expiry for a key that never expires', () => {
    const draft: KeyDraft = { ...newKeyDraft, expires_at: { choice: 'never', date: '' } }
    expect(readKeyDraft(draft, noon).expires_at).toBeNull()
  })
})
