import { describe, expect, it } from 'vitest'
import { searchFor, sectionOf, sections } from './sections.ts'

describe('sectionOf', () => {
  it('finds every section by its own address', () => {
    for (const { id } of sections) expect(sectionOf(searchFor(id))).toBe(id)
  })

  it('begins with the profile, also where the address makes no sense', () => {
    expect(sectionOf({})).toBe('profile')
    expect(sectionOf({ section: 'made-up' })).toBe('profile')
  })

  it('leads whoever comes back from a sign-in provider to the sign-in methods', () => {
    expect(sectionOf({ connected: 'google' })).toBe('sign-in-methods')
    expect(sectionOf({ problem: 'access_denied' })).toBe('sign-in-methods')
    expect(sectionOf({ connected: 'google', section: 'keys' })).toBe('keys')
  })

  it('keeps the address of the first section short', () => {
    expect(searchFor('profile')).toEqual({})
  })
})
