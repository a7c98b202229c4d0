import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Ctx } from '../../platform/ctx.ts'
import type { RecentReads } from '../../platform/recent-reads.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { Passwords } from './passwords.ts'

/** What identity's verbs need beside the platform. */
export interface AuthCtx extends Ctx {
  readonly captcha: Captcha
  readonly passwords: Passwords
  /** What people see of themselves, read a moment ago. */
  readonly recentDetails: RecentReads<UserDetails>
  /** Where the product is reached, for the links in letters. */
  readonly publicUrl: string
}

/** Where a request came from, kept with the session that it starts. */
export interface Origin {
  address: string
  userAgent: string | undefined
}

/** Who comes to sign in: from where, and with the token of an earlier session if the browser had one. */
export interface ClientInfo extends Origin {
  bearer: string | undefined
}
