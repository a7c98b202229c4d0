import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Refused } from '@gridloom/contract/errors'
import { budgetExceeded } from '../../budgets/index.ts'
import { insufficientFunds } from '../../ledger/index.ts'

/** The limit that a top-up met: the account's balance, or the budget of the key. */
export type Bound = 'balance' | 'key_budget'

/** The refusal of an answer that there is not enough money for, with what it needs and what there is. */
export function shortOf(bound: Bound, need: MicroUsd, have: MicroUsd): Refused {
  return bound === 'balance' ? insufficientFunds(need, have) : budgetExceeded(need, have)
}
