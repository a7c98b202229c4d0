import { expect, it } from 'vitest'
import { formatUtc } from './utc-time.ts'

it.each([
  ['2026-11-23T17:05:59.000Z', '23 Nov 2026, 17:05 UTC'],
  ['2027-01-01T00:00:00.000Z', '1 Jan 2027, 00:00 UTC'],
])('formats %s as %s', (at, text) => {
  expect(formatUtc(new Date(at))).toBe(text)
})
