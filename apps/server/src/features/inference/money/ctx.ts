import type { Ctx } from '../../../platform/ctx.ts'
import type { KeySpendCtx } from '../../instances/index.ts'

/** What money for answers needs. */
export type MoneyCtx = Pick<Ctx, 'clock' | 'ids' | 'log' | 'db' | 'transact'> & KeySpendCtx
