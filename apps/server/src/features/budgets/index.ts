export { budgetExceeded, covers, lockBudgetLeft, refuseBeyondBudget } from './key-budget.ts'
export { addKeySpends, type KeySpend, type KeySpendCtx } from './key-spend.ts'
