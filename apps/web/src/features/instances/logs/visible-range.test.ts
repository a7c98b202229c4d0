import { describe, expect, it } from 'vitest'
import { isAtEnd, visibleRange } from './visible-range.ts'

const list = { viewHeight: 100, rowHeight: 20, rows: 1_000, beyond: 2 }

describe('the rendered rows', () => {
  it('are the visible ones and some beyond each edge', () => {
    expect(visibleRange({ ...list, scrollTop: 400 })).toEqual({ start: 18, end: 27 })
  })

  it('start with the first row at the top', () => {
    expect(visibleRange({ ...list, scrollTop: 0 })).toEqual({ start: 0, end: 7 })
  })

  it('end with the last row at the bottom', () => {
    expect(visibleRange({ ...list, scrollTop: 19_900 })).toEqual({ start: 993, end: 1_000 })
  })

  it('include a partly visible row', () => {
    expect(visibleRange({ ...list, scrollTop: 410 })).toEqual({ start: 18, end: 28 })
  })

  it('are none for an empty list', () => {
    expect(visibleRange({ ...list, scrollTop: 0, rows: 0 })).toEqual({ start: 0, end: 0 })
  })

  it('stay within a list that has just become shorter', () => {
    const range = visibleRange({ ...list, scrollTop: 19_900, rows: 3 })
    expect(range).toEqual({ start: 3, end: 3 })
  })
})

describe('isAtEnd', () => {
  it('tolerates a few pixels for zoomed browsers', () => {
    expect(isAtEnd({ scrollTop: 890, scrollHeight: 1_000, clientHeight: 100 })).toBe(true)
    expect(isAtEnd({ scrollTop: 880, scrollHeight: 1_000, clientHeight: 100 })).toBe(false)
  })

  it('is true for a list that is shorter than its viewport', () => {
    expect(isAtEnd({ scrollTop: 0, scrollHeight: 80, clientHeight: 100 })).toBe(true)
  })
})
