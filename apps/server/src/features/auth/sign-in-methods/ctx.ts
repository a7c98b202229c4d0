import type { ChainRpcs } from '../../../platform/chains/chain-rpcs.ts'
import type { AuthCtx } from '../ports.ts'
import type { LoginProviders } from './provider.ts'

/** The context of passkeys, wallets and sign-in providers. */
export interface SignInMethodsCtx extends AuthCtx {
  readonly loginProviders: LoginProviders
  /** The chains whose contracts can be asked whether they accept a signature. */
  readonly chains: ChainRpcs
}
