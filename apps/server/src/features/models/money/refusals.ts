import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Refused } from '@gridloom/contract/errors'
import { budgetExceeded } from '../../budgets/index.ts'
import { accountBudgetExceeded, insufficientFunds } from '../../ledger/index.ts'

/** The limit that a top-up reached: the account's balance or budget, or the budget of the key. */
export type Bound = 'balance' | 'account_budget' | 'key_budget'

/** Returns the refusal of an answer that exceeds the available money, with the needed and the available amount. */
export function shortOf(bound: Bound, need: MicroUsd, have: MicroUsd): Refused {
  switch (bound) {
    case 'balance':
      return insufficientFunds(need, have)
    case 'account_budget':
      return accountBudgetExceeded(need, have)
    case 'key_budget':
      return budgetExceeded(need, have)
  }
}
