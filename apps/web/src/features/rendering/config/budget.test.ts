import { describe, expect, it } from 'vitest'
import { anEstimate } from '../../../testing/render-samples.ts'
import { budgetPresets, budgetProblem, usualBudget } from './budget.ts'

describe('budgets to choose from', () => {
  it('come from the estimate, rounded up to whole cents', () => {
    const estimate = anEstimate({ expected_micro_usd: 1_230_001, high_micro_usd: 1_999_999 })
    expect(budgetPresets(estimate).map(({ name, microUsd }) => [name, microUsd])).toEqual([
      ['Expected', 1_240_000],
      ['With reserve', 2_000_000],
      ['Double', 4_000_000],
    ])
  })

  it('are listed once each when a small job makes them equal', () => {
    const estimate = anEstimate({ expected_micro_usd: 1_000, high_micro_usd: 1_400 })
    expect(budgetPresets(estimate).map(({ name }) => name)).toEqual(['With reserve', 'Double'])
  })

  it('are never zero', () => {
    expect(usualBudget(anEstimate({ high_micro_usd: 0 }))).toBe(10_000)
  })
})

describe('a typed budget', () => {
  it.each([
    ['', 'Enter a maximum budget'],
    ['-', 'Enter a maximum budget'],
    [0, 'Enter a budget above $0'],
    [1_000_001, 'Enter a budget of at most $1,000,000'],
  ])('of %j is rejected: %s', (usd, text) => {
    expect(budgetProblem(usd)).toBe(text)
  })

  it('may be small', () => {
    expect(budgetProblem('0.000001')).toBeNull()
    expect(budgetProblem(2)).toBeNull()
  })
})
