import { describe, expect, it } from 'vitest'
import { isAtEnd, visibleRange } from './visible-range.ts'

const list = { viewHeight: 100, rowHeight: 20, rows: 1_000, beyond: 2 }

describe('the rows that are drawn', () => {
  it('are those in sight and some beyond each edge', () => {
    expect(visibleRange({ ...list, scrollTop: 400 })).toEqual({ start: 18, end: 27 })
  })

  it('begin with the first at the top', () => {
    expect(visibleRange({ ...list, scrollTop: 0 })).toEqual({ start: 0, end: 7 })
  })

  it('end with the last at the bottom', () => {
    expect(visibleRange({ ...list, scrollTop: 19_900 })).toEqual({ start: 993, end: 1_000 })
  })

  it('are whole rows where the list stands between two', () => {
    expect(visibleRange({ ...list, scrollTop: 410 })).toEqual({ start: 18, end: 28 })
  })

  it('are none of an empty list', () => {
    expect(visibleRange({ ...list, scrollTop: 0, rows: 0 })).toEqual({ start: 0, end: 0 })
  })

  it('stay inside a list that has just become shorter', () => {
    const range = visibleRange({ ...list, scrollTop: 19_900, rows: 3 })
    expect(range).toEqual({ start: 3, end: 3 })
  })
})

describe('being at the end', () => {
  it('allows for a few pixels of zoom', () => {
    expect(isAtEnd({ scrollTop: 890, scrollHeight: 1_000, clientHeight: 100 })).toBe(true)
    expect(isAtEnd({ scrollTop: 880, scrollHeight: 1_000, clientHeight: 100 })).toBe(false)
  })

  it('is so for a list that does not fill its window', () => {
    expect(isAtEnd({ scrollTop: 0, scrollHeight: 80, clientHeight: 100 })).toBe(true)
  })
})
