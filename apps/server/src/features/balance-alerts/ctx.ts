import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'

/** The context of this feature. */
export interface BalanceAlertsCtx extends Ctx {
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
  /** Who spends how much, over all features. */
  readonly spending: Pick<AllFeatures, 'spenders' | 'spendRate'>
}
