import { expect, it } from 'vitest'
import { retryAtOf, statedRetryAt } from './retry-at.ts'

const now = new Date('2026-11-28T12:00:00.000Z')

it.each([
  [{ 'retry-after': '120' }, '2026-11-28T12:02:00.000Z'],
  [{ 'retry-after': ' 120 ' }, '2026-11-28T12:02:00.000Z'],
  [{ 'retry-after': '0' }, '2026-11-28T12:00:01.000Z'],
  [{ 'retry-after': '1.5' }, '2026-11-28T12:00:01.500Z'],
  [{ 'retry-after': '999999999' }, '2026-11-29T12:00:00.000Z'],
  [{ 'retry-after': 'Sat, 28 Nov 2026 12:05:00 GMT' }, '2026-11-28T12:05:00.000Z'],
  [{ 'retry-after': 'Sat, 28 Nov 1999 12:05:00 GMT' }, '2026-11-28T12:00:01.000Z'],
  [{ 'retry-after': 'soon', 'ratelimit-reset': '90' }, '2026-11-28T12:01:30.000Z'],
  [{ 'x-ratelimit-reset': '30' }, '2026-11-28T12:00:30.000Z'],
])('waits by %j', (headers, at) => {
  expect(statedRetryAt(headers, now)?.toISOString()).toBe(at)
  expect(retryAtOf(headers, now).toISOString()).toBe(at)
})

it.each([{}, { 'retry-after': '' }, { 'retry-after': 'soon' }, { 'retry-after': '-1e9x' }])(
  'waits a quarter of an hour where %j says nothing',
  (headers) => {
    expect(statedRetryAt(headers, now)).toBeUndefined()
    expect(retryAtOf(headers, now).toISOString()).toBe('2026-11-28T12:15:00.000Z')
  },
)
