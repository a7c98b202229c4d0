export { budgetsFeature } from './feature.ts'
export { budgetExceeded, covers, lockBudgetLeft, refuseBeyondBudget } from './key-budget.ts'
export type { KeySpendCtx } from './key-spend.ts'
export { labelForKey, labelOrder } from './projects/label-order.ts'
