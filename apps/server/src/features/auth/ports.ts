import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import type { RecentReads } from '../../platform/recent-reads.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { Passwords } from './passwords.ts'

type ReferralCtx = Pick<Ctx, 'ids' | 'clock' | 'log'>

/** The referral codes of affiliates. One that is entered at registration names a referrer. */
export interface ReferralCodes {
  isKnown(tx: Tx, code: string): Promise<boolean>
  /** Names the referrer of an account that was just created. */
  refer(
    ctx: ReferralCtx,
    tx: Tx,
    referral: { accountId: AccountId; code: string; address: string },
  ): Promise<void>
  /**
   * Counts the referral of an account whose address was just verified, which may give it access to the beta; nothing
   * without one.
   */
  join(ctx: ReferralCtx, tx: Tx, joining: { accountId: AccountId; address: string }): Promise<void>
}

/** The context of this feature: the platform's, with the human check and password hashing. */
export interface AuthCtx extends Ctx {
  readonly referralCodes: ReferralCodes
  readonly captcha: Captcha
  readonly passwords: Passwords
  /** Cached user details, at most a second old. */
  readonly recentDetails: RecentReads<UserDetails>
  /** The public address of the product, for links in emails. */
  readonly publicUrl: string
}

/** Network address and program of a request, stored with the session that it starts. */
export interface Origin {
  address: string
  userAgent: string | undefined
}

/** The caller of a sign-in: its origin, and the token of an earlier session if the browser had one. */
export interface ClientInfo extends Origin {
  bearer: string | undefined
}
