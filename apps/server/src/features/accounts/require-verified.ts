import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../platform/database/connect.ts'
import { type AccountSummary, accountSummary } from './accounts-store.ts'

/**
 * Returns the user's account if its address is verified. Otherwise data stored in an account with a claimed address
 * would pass to the real owner of the address once they verify it.
 * @throws Refused `email_unverified`
 */
export async function requireVerified(db: Db, userId: AccountId): Promise<AccountSummary> {
  const user = await accountSummary(db, userId)
  if (user?.emailVerified !== true) throw new Refused('email_unverified')
  return user
}
