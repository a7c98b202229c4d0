import type { Ctx } from '../../platform/ctx.ts'
import type { TokenReader } from './tokens/token-reader.ts'

/** The context of this feature. */
export interface WalletCtx extends Ctx {
  readonly walletTokens: TokenReader
  /** For how many hours a new payout address waits before it is used. */
  readonly payoutWaitHours: number
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
