import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Refused } from '@gridloom/contract/errors'
import { budgetExceeded } from '../../budgets/index.ts'
import { insufficientFunds } from '../../ledger/index.ts'

/** The limit that a top-up reached: the account's balance, or the budget of the key. */
export type Bound = 'balance' | 'key_budget'

/** Returns the refusal of an answer that exceeds the available money, with the needed and the available amount. */
export function shortOf(bound: Bound, need: MicroUsd, have: MicroUsd): Refused {
  return bound === 'balance' ? insufficientFunds(need, have) : budgetExceeded(need, have)
}
