import { Refused } from '@gridloom/contract/errors'
import type { UserDetails } from '@gridloom/contract/identity'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { accountSummary } from './accounts-store.ts'

/** Who is signed in. */
export async function readDetails(ctx: Ctx): Promise<UserDetails> {
  const account = await accountSummary(ctx.db, accountOf(ctx).accountId)
  if (account === undefined) throw new Refused('unauthorized')
  return {
    account_id: account.id,
    username: account.username,
    email: account.email,
    profile_path: account.profilePath,
    has_entered_referral_code: account.hasAccess,
    role: account.role,
  }
}
