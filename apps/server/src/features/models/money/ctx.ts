import type { Ctx } from '../../../platform/ctx.ts'
import type { KeySpendCtx } from '../../budgets/index.ts'

/** The context that payment for answers needs. */
export type MoneyCtx = Pick<Ctx, 'clock' | 'ids' | 'log' | 'db' | 'transact'> & KeySpendCtx
