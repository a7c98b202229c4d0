import { expect, it } from 'vitest'
import { emailKey, usernameFrom } from './email-key.ts'

it('compares addresses without regard to case, spaces around them and how accents are composed', () => {
  expect(emailKey('  Ada@Example.COM ')).toBe('ada@example.com')
  expect(emailKey('jose\u0301@example.com')).toBe(emailKey('jos\u00e9@example.com'))
})

it('does not take different addresses for one', () => {
  expect(emailKey('ada+work@example.com')).not.toBe(emailKey('ada@example.com'))
})

it('begins with the name before the @', () => {
  expect(usernameFrom('ada@example.com')).toBe('ada')
  expect(usernameFrom(`${'a'.repeat(60)}@example.com`)).toHaveLength(40)
})
