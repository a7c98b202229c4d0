import { describe, expect, it } from 'vitest'
import { dateOf, endOf, expiryChoices, isOver } from './expiry.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')

describe('endOf', () => {
  it('counts days from now', () => {
    expect(endOf({ choice: '7', date: '' }, noon)).toBe('2026-11-28T12:00:00.000Z')
    expect(endOf({ choice: '365', date: '' }, noon)).toBe('2027-11-21T12:00:00.000Z')
  })

  it('returns the end of a chosen day in the user’s time zone', () => {
    const end = endOf({ choice: 'date', date: '2026-12-31' }, noon)
    expect(dateOf(Date.parse(String(end)))).toBe('2026-12-31')
    expect(dateOf(Date.parse(String(end)) + 1)).toBe('2027-01-01')
  })

  it('returns null for a key that never expires', () => {
    expect(endOf({ choice: 'never', date: '' }, noon)).toBeNull()
  })

  it('returns undefined for an invalid date', () => {
    expect(endOf({ choice: 'date', date: '' }, noon)).toBeUndefined()
    expect(endOf({ choice: 'date', date: '2026-02-31x' }, noon)).toBeUndefined()
  })

  it('has an end for every choice', () => {
    const ends = expiryChoices.map(({ value }) =>
      endOf({ choice: value, date: '2027-01-01' }, noon),
    )
    expect(ends).not.toContain(undefined)
  })
})

describe('isOver', () => {
  it('is true from the exact time of expiry', () => {
    const at = '2026-11-21T12:00:00.000Z'
    expect(isOver(at, noon - 1)).toBe(false)
    expect(isOver(at, noon)).toBe(true)
    expect(isOver(null, noon)).toBe(false)
  })
})
