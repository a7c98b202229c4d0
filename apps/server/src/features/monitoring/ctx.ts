import type { Ctx } from '../../platform/ctx.ts'

/** The context of this feature. */
export interface MonitoringCtx extends Ctx {
  /** The public address, without a slash at its end. */
  readonly publicUrl: string
}
