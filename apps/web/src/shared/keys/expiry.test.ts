import { describe, expect, it } from 'vitest'
import { dateOf, endOf, expiryChoices, isOver } from './expiry.ts'

const noon = Date.parse('2026-11-21T12:00:00.000Z')

describe('endOf', () => {
  it('counts days from now', () => {
    expect(endOf({ choice: '7', date: '' }, noon)).toBe('2026-11-28T12:00:00.000Z')
    expect(endOf({ choice: '365', date: '' }, noon)).toBe('2027-11-21T12:00:00.000Z')
  })

  it('takes the end of a chosen day, in the reader’s own time', () => {
    const end = endOf({ choice: 'date', date: '2026-12-31' }, noon)
    expect(dateOf(Date.parse(String(end)))).toBe('2026-12-31')
    expect(dateOf(Date.parse(String(end)) + 1)).toBe('2027-01-01')
  })

  it('knows keys without an end', () => {
    expect(endOf({ choice: 'never', date: '' }, noon)).toBeNull()
  })

  it('tells a date that is none', () => {
    expect(endOf({ choice: 'date', date: '' }, noon)).toBeUndefined()
    expect(endOf({ choice: 'date', date: '2026-02-31x' }, noon)).toBeUndefined()
  })

  it('has an end for every choice that is offered', () => {
    const ends = expiryChoices.map(({ value }) =>
      endOf({ choice: value, date: '2027-01-01' }, noon),
    )
    expect(ends).not.toContain(undefined)
  })
})

describe('isOver', () => {
  it('ends a key at its very moment', () => {
    const at = '2026-11-21T12:00:00.000Z'
    expect(isOver(at, noon - 1)).toBe(false)
    expect(isOver(at, noon)).toBe(true)
    expect(isOver(null, noon)).toBe(false)
  })
})
