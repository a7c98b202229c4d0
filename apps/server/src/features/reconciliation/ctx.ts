import type { Ctx } from '../../platform/ctx.ts'
import type { OutsideAssets, OutsideRecords } from '../../platform/outside-assets.ts'

/** The context of this feature. */
export interface ReconciliationCtx extends Ctx {
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
  /** The places outside that hold money of the platform, of all features. */
  readonly assetSources: readonly OutsideAssets<ReconciliationCtx>[]
  /** The records of all features of money outside. */
  readonly assetRecords: readonly OutsideRecords<ReconciliationCtx>[]
}
