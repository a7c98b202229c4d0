import { describe, expect, it } from 'vitest'
import { formatAgo } from './format-ago.ts'
import { formatDurationShort } from './format-duration.ts'

const nowMs = Date.parse('2026-11-21T12:00:00.000Z')

describe('formatDurationShort', () => {
  it('shows only the largest unit', () => {
    expect(formatDurationShort(725)).toBe('12 min')
    expect(formatDurationShort(90_000)).toBe('1 d')
  })
})

describe('formatAgo', () => {
  it('formats a time in the past', () => {
    expect(formatAgo('2026-11-21T11:59:48.000Z', nowMs)).toBe('12 s ago')
    expect(formatAgo('2026-11-18T12:00:00.000Z', nowMs)).toBe('3 d ago')
  })

  it('formats a time in the future', () => {
    expect(formatAgo('2026-11-21T12:09:30.000Z', nowMs)).toBe('in 9 min')
  })

  it('returns “just now” close to the present, which tolerates clock skew', () => {
    expect(formatAgo('2026-11-21T12:00:01.000Z', nowMs)).toBe('just now')
    expect(formatAgo('2026-11-21T11:59:59.000Z', nowMs)).toBe('just now')
  })

  it('returns the date of a time more than a month ago', () => {
    expect(formatAgo('2026-09-01T08:00:00.000Z', nowMs)).toBe('2026-09-01')
  })
})
