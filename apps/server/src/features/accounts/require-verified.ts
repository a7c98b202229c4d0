import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../platform/database/connect.ts'
import { type AccountSummary, accountSummary } from './accounts-store.ts'

/**
 * Requires a verified address and returns it: data that is stored in an account with a claimed address must not be
 * there when the real holder verifies it.
 * @throws Refused `email_unverified`
 */
export async function requireVerified(db: Db, userId: AccountId): Promise<AccountSummary> {
  const person = await accountSummary(db, userId)
  if (person?.emailVerified !== true) throw new Refused('email_unverified')
  return person
}
