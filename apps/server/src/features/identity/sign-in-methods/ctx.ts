import type { IdentityCtx } from '../ports.ts'
import type { LoginProviders } from './provider.ts'

/** What the verbs of passkeys and sign-in providers need beside identity's own. */
export interface SignInMethodsCtx extends IdentityCtx {
  readonly loginProviders: LoginProviders
}
