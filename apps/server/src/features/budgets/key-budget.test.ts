import { describe, expect, it } from 'vitest'
import { budgetExceeded, covers } from './key-budget.ts'

describe('the budget of a key', () => {
  it('covers amounts up to the last micro-dollar, and any amount without a budget', () => {
    expect([covers(10, 10), covers(10, 11), covers(0, 0), covers(-5, 0)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(covers(null, Number.MAX_SAFE_INTEGER)).toBe(true)
  })

  it('never reports less than zero left', () => {
    expect(budgetExceeded(1_500_000, -7)).toMatchObject({
      code: 'key_budget_exceeded',
      details: { need_micro_usd: 1_500_000, have_micro_usd: 0, need: '$1.50', have: '$0.00' },
    })
    expect(budgetExceeded(2, 1)).toMatchObject({ details: { have_micro_usd: 1 } })
  })
})
