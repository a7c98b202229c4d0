import { Scope } from '@gridloom/contract/scopes'
import { describe, expect, it } from 'vitest'
import { readingScopes, scopeGroups, scopesInWords } from './scope-groups.ts'

describe('scopeGroups', () => {
  it('contains every scope once', () => {
    const shown = scopeGroups.flatMap(({ scopes }) => scopes.map(({ scope }) => scope))
    expect(shown.toSorted()).toEqual(Scope.options.toSorted())
  })

  it('has a name for each area', () => {
    expect(scopeGroups.map(({ title }) => title)).not.toContain('More')
  })
})

describe('scopesInWords', () => {
  it('is short when the scopes form a known set', () => {
    expect(scopesInWords(Scope.options)).toBe('Full access')
    expect(scopesInWords(readingScopes)).toBe('Reads everything')
    expect(scopesInWords([...readingScopes, 'instances:write'])).toBe(
      'Reads everything, instances:write',
    )
  })

  it('lists the scopes otherwise', () => {
    expect(scopesInWords(['market:read', 'instances:write'])).toBe('market:read, instances:write')
  })
})
