import { expect, it } from 'vitest'
import { emailKey, usernameFrom } from './email-key.ts'

it('ignores case, surrounding spaces and the composition of accents', () => {
  expect(emailKey('  Ada@Example.COM ')).toBe('ada@example.com')
  expect(emailKey('jose\u0301@example.com')).toBe(emailKey('jos\u00e9@example.com'))
})

it('keeps different addresses apart', () => {
  expect(emailKey('ada+work@example.com')).not.toBe(emailKey('ada@example.com'))
})

it('uses the part before the @ as the first username, up to 40 characters', () => {
  expect(usernameFrom('ada@example.com')).toBe('ada')
  expect(usernameFrom(`${'a'.repeat(60)}@example.com`)).toHaveLength(40)
})
