import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { accountSummary } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'

/** Details of the signed-in user and their active account. */
export async function readDetails(ctx: Ctx): Promise<UserDetails> {
  const { accountId, userId } = accountOf(ctx)
  const user = await accountSummary(ctx.db, userId)
  if (user === undefined) throw new Refused('unauthorized')
  return {
    account_id: user.id,
    username: user.username,
    name: user.name,
    email: user.email,
    email_verified: user.emailVerified,
    profile_path: user.profilePath,
    has_entered_referral_code: user.hasAccess,
    has_password: user.hasPassword,
    role: user.role,
    is_kol: user.isKol,
    dismissed_tours: user.dismissedTours,
    active_company:
      accountId === userId ? null : ((await findMembership(ctx.db, accountId, userId)) ?? null),
  }
}
