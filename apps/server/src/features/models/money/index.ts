export { closeAllowancesOf } from './close-allowances.ts'
export { createAllowances } from './create-allowances.ts'
export type { MoneyCtx } from './ctx.ts'
export { readAllowanceKeySpend } from './key-spend-store.ts'
