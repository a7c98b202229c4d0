import { expect, it } from 'vitest'
import { isOlder } from './is-older.ts'

it.each([
  ['0.1.0', '0.1.1'],
  ['0.9.9', '0.10.0'],
  ['1.99.99', '2.0.0'],
])('%s is older than %s, but not vice versa', (older, newer) => {
  expect(isOlder(older, newer)).toBe(true)
  expect(isOlder(newer, older)).toBe(false)
})

it('does not treat a version as older than itself', () => {
  expect(isOlder('1.2.3', '1.2.3')).toBe(false)
})

it.each(['', 'v1.2.3', '1.2', '1.2.3-rc.1', 'node: not found'])(
  'rejects the invalid version %j',
  (text) => {
    expect(() => isOlder(text, '1.0.0')).toThrow('is not a valid agent version')
  },
)
