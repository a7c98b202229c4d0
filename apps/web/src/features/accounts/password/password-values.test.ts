import { describe, expect, it } from 'vitest'
import { readPassword, validatePassword } from './password-values.ts'

const typed = { old_password: 'old', new_password: 'correct horse', confirm: 'correct horse' }

describe('password form', () => {
  it('uses the error texts of the specification', () => {
    const { new_password, confirm } = validatePassword('changed')
    expect(new_password('')).toBe('Both password fields are required')
    expect(confirm('', typed)).toBe('Both password fields are required')
    expect(confirm('other', typed)).toBe('Passwords do not match')
    expect(confirm('correct horse', typed)).toBeNull()
  })

  it('requires the current password only if there is one', () => {
    expect(validatePassword('changed').old_password('')).toBe('Password is required')
    expect(validatePassword('none').old_password('')).toBeNull()
  })

  it('sends only the fields that the request needs', () => {
    expect(readPassword(typed, 'changed')).toEqual({
      old_password: 'old',
      new_password: 'correct horse',
    })
    expect(readPassword(typed, 'none')).toEqual({ new_password: 'correct horse' })
  })
})
