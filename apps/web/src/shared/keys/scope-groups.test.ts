import { Scope } from '@gridloom/contract/core/scopes'
import { describe, expect, it } from 'vitest'
import { readingScopes, scopeGroups, scopesInWords } from './scope-groups.ts'

describe('scopeGroups', () => {
  it('shows every scope once', () => {
    const shown = scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))
    expect(shown.toSorted()).toEqual(Scope.options.toSorted())
  })

  it('has a name for each area that there is', () => {
    expect(scopeGroups.map(({ title }) => title)).not.toContain('More')
  })
})

describe('scopesInWords', () => {
  it('is short where it can be', () => {
    expect(scopesInWords(Scope.options)).toBe('Everything')
    expect(scopesInWords(readingScopes)).toBe('Reads everything')
    expect(scopesInWords([...readingScopes, 'instances:write'])).toBe(
      'Reads everything, instances:write',
    )
  })

  it('names the scopes else', () => {
    expect(scopesInWords(['market:read', 'instances:write'])).toBe('market:read, instances:write')
  })
})
