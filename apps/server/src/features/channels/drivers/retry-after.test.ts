import { expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const now = new Date('2026-11-28T12:00:00.000Z')

it.each([
  ['120', '2026-11-28T12:02:00.000Z'],
  ['0', '2026-11-28T12:00:01.000Z'],
  ['999999999', '2026-11-29T12:00:00.000Z'],
  ['Sat, 28 Nov 2026 12:05:00 GMT', '2026-11-28T12:05:00.000Z'],
  ['Sat, 28 Nov 1999 12:05:00 GMT', '2026-11-28T12:00:01.000Z'],
])('reads %s as %s', (header, at) => {
  expect(retryAfterOf(header, now)?.toISOString()).toBe(at)
})

it.each([undefined, '', 'soon', '-1e9x'])('reads nothing from %s', (header) => {
  expect(retryAfterOf(header, now)).toBeUndefined()
})
