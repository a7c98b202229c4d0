import type { Ctx } from '../../platform/ctx.ts'
import type { ReferralCodes } from '../auth/index.ts'
import type { ClickWriter } from './clicks/click-writer.ts'

/** The adapters that this feature makes. */
export interface AffiliateAdapters {
  readonly clickWriter: ClickWriter
  readonly referralCodes: ReferralCodes
}

/** The context of this feature. */
export interface AffiliateCtx extends Ctx, AffiliateAdapters {
  /** The product's public address, for links. */
  readonly publicUrl: string
}
