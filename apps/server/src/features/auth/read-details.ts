import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { accountSummary } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'

/** Details of the signed-in user and their active account. */
export async function readDetails(ctx: Ctx): Promise<UserDetails> {
  const { accountId, userId } = accountOf(ctx)
  const person = await accountSummary(ctx.db, userId)
  if (person === undefined) throw new Refused('unauthorized')
  return {
    account_id: person.id,
    username: person.username,
    name: person.name,
    email: person.email,
    email_verified: person.emailVerified,
    profile_path: person.profilePath,
    has_entered_referral_code: person.hasAccess,
    has_password: person.hasPassword,
    role: person.role,
    is_kol: person.isKol,
    dismissed_tours: person.dismissedTours,
    active_company:
      accountId === userId ? null : ((await findMembership(ctx.db, accountId, userId)) ?? null),
  }
}
