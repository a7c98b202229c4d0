import { describe, expect, it } from 'vitest'
import { nameChange, validateNames } from './name-values.ts'

describe('name form', () => {
  it('takes usernames that the contract takes, and says what it wants of others', () => {
    expect(validateNames.username('ada.l-1_')).toBeNull()
    expect(validateNames.username(' ada ')).toBeNull()
    expect(validateNames.username('a')).toMatch('Use 2 to 40 letters')
    expect(validateNames.username('ada lovelace')).toMatch('Use 2 to 40 letters')
  })

  it('sends an empty name as none', () => {
    expect(nameChange({ name: '  ', username: ' ada ' })).toEqual({ name: null, username: 'ada' })
    expect(nameChange({ name: ' Ada L. ', username: 'ada' }).name).toBe('Ada L.')
  })
})
