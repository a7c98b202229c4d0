import type { Ctx } from '../../platform/ctx.ts'
import type { TokenReader } from './tokens/token-reader.ts'

/** The context of this feature. */
export interface WalletCtx extends Ctx {
  readonly walletTokens: TokenReader
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
