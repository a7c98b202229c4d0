import type { Ctx } from '../../platform/ctx.ts'

/** The context of this feature: it reads referral links of posts, which begin with the address of the site. */
export interface MissionsCtx extends Ctx {
  readonly publicUrl: string
}
