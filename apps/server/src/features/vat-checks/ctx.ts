import type { Ctx } from '../../platform/ctx.ts'
import type { Vies } from './vies.ts'

/** The context of this feature. */
export interface VatChecksCtx extends Ctx {
  /** `null`: the operator has not turned the check on (`VIES_URL`). */
  readonly vies: Vies | null
}
