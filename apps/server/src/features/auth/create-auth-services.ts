import type { Platform } from '../../platform/create-platform.ts'
import type { Authenticator } from '../../platform/http/routes.ts'
import { createAuthenticator } from './authenticator.ts'
import { type Difficulty, usualDifficulty } from './captcha/altcha.ts'
import { createCaptcha } from './captcha/create-captcha.ts'
import { createPasswords, owaspCost, type PasswordCost } from './passwords.ts'
import { createLoginProviders } from './providers/create-login-providers.ts'
import type { SignInMethodsCtx } from './sign-in-methods/ctx.ts'
import { createTokenCache } from './token-cache.ts'

/** The cost of the human check and of password hashes. */
export interface SignInWork {
  captcha: Difficulty
  password: PasswordCost
}

const usualWork: SignInWork = { captcha: usualDifficulty, password: owaspCost }

export interface AuthServices {
  readonly authenticator: Authenticator
  /** The part of the feature's context that these services provide. */
  readonly adapters: Pick<
    SignInMethodsCtx,
    'captcha' | 'passwords' | 'loginProviders' | 'recentDetails'
  >
}

/** Creates the authenticator with its token cache, the human check and the configured sign-in providers. */
export async function createAuthServices(
  platform: Platform,
  { captcha: difficulty, password: cost }: SignInWork = usualWork,
): Promise<AuthServices> {
  const { config, clock, ids } = platform
  const cache = createTokenCache(platform)
  const loginProviders = createLoginProviders({
    configs: config.loginProviders,
    publicUrl: config.publicUrl,
    clock,
  })
  return {
    authenticator: createAuthenticator({ ...platform, cache }),
    adapters: {
      captcha: await createCaptcha({ ...platform, difficulty }),
      passwords: createPasswords({ cost, decoy: ids.secret() }),
      loginProviders,
      recentDetails: cache.details,
    },
  }
}
