import type { AuthCtx } from '../ports.ts'
import type { LoginProviders } from './provider.ts'

/** The context of passkeys and sign-in providers. */
export interface SignInMethodsCtx extends AuthCtx {
  readonly loginProviders: LoginProviders
}
