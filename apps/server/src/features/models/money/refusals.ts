import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Refused } from '@gridloom/contract/errors'
import type { BudgetBound } from '@gridloom/domain/hold'
import { budgetExceeded } from '../../budgets/index.ts'
import { insufficientFunds, ledgerBudgetExceeded } from '../../ledger/index.ts'

/** The limit that a top-up reached: the account's balance, or the budget of account, project or key. */
export type Bound = 'balance' | BudgetBound | 'key_budget'

/** Returns the refusal of an answer that exceeds the available money, with the needed and the available amount. */
export function shortOf(bound: Bound, need: MicroUsd, have: MicroUsd): Refused {
  switch (bound) {
    case 'balance':
      return insufficientFunds(need, have)
    case 'account_budget':
    case 'project_budget':
      return ledgerBudgetExceeded(bound, need, have)
    case 'key_budget':
      return budgetExceeded(need, have)
  }
}
