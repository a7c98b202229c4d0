import { describe, expect, it } from 'vitest'
import { nameChange, validateNames } from './name-values.ts'

describe('name form', () => {
  it('accepts valid usernames and explains the rule for others', () => {
    expect(validateNames.username('ada.l-1_')).toBeNull()
    expect(validateNames.username(' ada ')).toBeNull()
    expect(validateNames.username('a')).toMatch('Use 2 to 40 letters')
    expect(validateNames.username('ada lovelace')).toMatch('Use 2 to 40 letters')
  })

  it('sends a blank name as null', () => {
    expect(nameChange({ name: '  ', username: ' ada ' })).toEqual({ name: null, username: 'ada' })
    expect(nameChange({ name: ' Ada L. ', username: 'ada' }).name).toBe('Ada L.')
  })
})
