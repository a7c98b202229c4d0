import type { Ctx } from '../../platform/ctx.ts'
import type { KeySpend } from '../../platform/feature.ts'

/** The context that budget decisions need. `keySpendOf` adds up the spends of all features. */
export interface KeySpendCtx extends Pick<Ctx, 'clock'> {
  readonly keySpendOf: KeySpend
}
