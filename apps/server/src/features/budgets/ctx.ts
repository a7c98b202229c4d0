import type { Ctx } from '../../platform/ctx.ts'
import type { ReadSpendRate } from '../../platform/spend-rate.ts'
import type { KeySpendCtx } from './key-spend.ts'

/** The context of this feature. */
export interface BudgetsCtx extends Ctx, KeySpendCtx {
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
  /** The present cost per hour of an account, over all features. */
  readonly spendRateOf: ReadSpendRate
}
