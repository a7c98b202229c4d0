import { describe, expect, it } from 'vitest'
import { searchFor, sectionOf, sections } from './sections.ts'

describe('sectionOf', () => {
  it('returns each section for its own search parameters', () => {
    for (const { id } of sections) expect(sectionOf(searchFor(id))).toBe(id)
  })

  it('defaults to the profile, also for an unknown section', () => {
    expect(sectionOf({})).toBe('profile')
    expect(sectionOf({ section: 'made-up' })).toBe('profile')
  })

  it('returns the sign-in methods after a return from a provider', () => {
    expect(sectionOf({ connected: 'google' })).toBe('sign-in-methods')
    expect(sectionOf({ problem: 'access_denied' })).toBe('sign-in-methods')
    expect(sectionOf({ connected: 'google', section: 'keys' })).toBe('keys')
  })

  it('needs no search parameters for the profile', () => {
    expect(searchFor('profile')).toEqual({})
  })
})
