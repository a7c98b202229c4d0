import { createChainRpcs } from '../../platform/chains/chain-rpcs.ts'
import type { ServiceParts, Services } from '../../platform/feature.ts'
import type { Authenticator } from '../../platform/http/routes.ts'
import { createAuthenticator } from './authenticator.ts'
import { type Difficulty, usualDifficulty } from './captcha/altcha.ts'
import { createCaptcha } from './captcha/create-captcha.ts'
import { createPasswords, owaspCost, type PasswordCost } from './passwords.ts'
import { createLoginProviders } from './providers/create-login-providers.ts'
import type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
import { createTokenCache } from './token-cache.ts'

/** The cost of the human check and of password hashes. */
interface SignInWork {
  captcha: Difficulty
  password: PasswordCost
}

declare module '../../platform/feature.ts' {
  interface ServiceOptions {
    /** The cost of password hashing and of proof-of-work challenges; tests set it low. */
    readonly work?: SignInWork
  }
}

const usualWork: SignInWork = { captcha: usualDifficulty, password: owaspCost }

/** The part of the feature's context that its services provide. */
export interface AuthAdapters
  extends Pick<
    SignInMethodsCtx,
    'captcha' | 'passwords' | 'loginProviders' | 'chains' | 'recentDetails'
  > {
  /** Tells who calls, for every route. */
  readonly authenticator: Authenticator
}

/** Creates the authenticator with its token cache, the human check, the configured sign-in providers and the readers of chains. */
export async function createAuthServices(parts: ServiceParts): Promise<Services<AuthAdapters>> {
  const { config, clock, ids, options } = parts
  const { captcha: difficulty, password: cost } = options.work ?? usualWork
  const cache = createTokenCache(parts)
  const loginProviders = createLoginProviders({
    configs: config.loginProviders,
    publicUrl: config.publicUrl,
    clock,
  })
  return {
    adapters: {
      authenticator: createAuthenticator({ ...parts, cache }),
      captcha: await createCaptcha({ ...parts, difficulty }),
      passwords: createPasswords({ cost, decoy: ids.secret() }),
      loginProviders,
      chains: createChainRpcs({ chains: config.wallet.chains, clock }),
      recentDetails: cache.details,
    },
  }
}
