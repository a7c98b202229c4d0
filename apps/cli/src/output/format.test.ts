import { describe, expect, it } from 'vitest'
import { formatAge, formatMemory, formatSince, shortId } from './format.ts'

describe('formatSince', () => {
  const nowMs = Date.parse('2026-11-21T10:00:00Z')
  it.each([
    [null, 'never'],
    ['2026-11-21T09:59:59.500Z', 'just now'],
    ['2026-11-21T09:58:00Z', '2 min ago'],
    ['2026-11-21T10:00:01Z', 'just now'],
  ])('formats %s as %s', (at, text) => {
    expect(formatSince(at, nowMs)).toBe(text)
  })
})

it('formatMemory keeps half a GiB and drops an empty fraction', () => {
  expect([formatMemory(512), formatMemory(24_576)]).toEqual(['0.5 GiB', '24 GiB'])
})

it('shortId is the part of an id that differs', () => {
  expect(shortId('ins_01jd3v8q6f7g8h9jkmnpqrstvw')).toBe('npqrstvw')
})

it('formatAge keeps only the largest unit', () => {
  const nowMs = Date.parse('2026-11-21T10:00:00Z')
  expect(formatAge('2026-11-21T09:47:41Z', nowMs)).toBe('12 min')
  expect(formatAge('2026-11-21T10:00:00Z', nowMs)).toBe('0 s')
})
