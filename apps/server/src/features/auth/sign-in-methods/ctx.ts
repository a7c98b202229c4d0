import type { AuthCtx } from '../ports.ts'
import type { LoginProviders } from './provider.ts'

/** What the verbs of passkeys and sign-in providers need beside identity's own. */
export interface SignInMethodsCtx extends AuthCtx {
  readonly loginProviders: LoginProviders
}
