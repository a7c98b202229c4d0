import { describe, expect, it } from 'vitest'
import { readTerms, type TermsValues } from './use-terms-form.ts'

const typed: TermsValues = { accepts: true, daysMax: 30, day: 5, week: '10.5', month: 20 }

describe('typed terms', () => {
  it('are discounts in percent, and days', () => {
    expect(readTerms(typed)).toEqual({
      days_max: 30,
      day_discount_basis_points: 500,
      week_discount_basis_points: 1_050,
      month_discount_basis_points: 2_000,
    })
  })

  it.each([
    ['off', { accepts: false }],
    ['empty', { daysMax: '' }],
    ['too long', { daysMax: 91 }],
    ['falling', { week: 4 }],
    ['too high', { month: 91 }],
  ])('are none where they are %s', (_why, change) => {
    expect(readTerms({ ...typed, ...change })).toBeNull()
  })
})
