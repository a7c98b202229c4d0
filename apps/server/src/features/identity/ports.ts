import type { Ctx } from '../../platform/ctx.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { Passwords } from './passwords.ts'

/** What identity's verbs need beside the platform. */
export interface IdentityCtx extends Ctx {
  readonly captcha: Captcha
  readonly passwords: Passwords
}

/** Where a request came from, kept with the session that it starts. */
export interface Origin {
  address: string
  userAgent: string | undefined
}
