import { describe, expect, it } from 'vitest'
import { formatAgo, formatDuration, formatDurationShort } from './times.ts'

const nowMs = Date.parse('2026-11-21T12:00:00.000Z')

describe('formatDuration', () => {
  it('shows the two largest units', () => {
    expect(formatDuration(8)).toBe('8 s')
    expect(formatDuration(725)).toBe('12 min 5 s')
    expect(formatDuration(3_600)).toBe('1 h')
    expect(formatDuration(3 * 86_400 + 4 * 3_600 + 120)).toBe('3 d 4 h')
  })

  it('never counts below zero', () => {
    expect(formatDuration(-3)).toBe('0 s')
  })
})

describe('formatDurationShort', () => {
  it('shows the largest unit alone', () => {
    expect(formatDurationShort(725)).toBe('12 min')
    expect(formatDurationShort(90_000)).toBe('1 d')
  })
})

describe('formatAgo', () => {
  it('tells the past', () => {
    expect(formatAgo('2026-11-21T11:59:48.000Z', nowMs)).toBe('12 s ago')
    expect(formatAgo('2026-11-18T12:00:00.000Z', nowMs)).toBe('3 d ago')
  })

  it('tells the future, for what expires', () => {
    expect(formatAgo('2026-11-21T12:09:30.000Z', nowMs)).toBe('in 9 min')
  })

  it('does not flicker around the present, nor trip over a clock that is a little off', () => {
    expect(formatAgo('2026-11-21T12:00:01.000Z', nowMs)).toBe('just now')
    expect(formatAgo('2026-11-21T11:59:59.000Z', nowMs)).toBe('just now')
  })

  it('gives the date of what is older than a month', () => {
    expect(formatAgo('2026-09-01T08:00:00.000Z', nowMs)).toBe('2026-09-01')
  })
})
