import type { Ctx } from '../../platform/ctx.ts'
import type { KeySpendCtx } from '../budgets/index.ts'

/** The context of this feature. */
export interface ReservationsCtx extends Ctx, KeySpendCtx {
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
