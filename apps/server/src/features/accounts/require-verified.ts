import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../platform/database/connect.ts'
import { type AccountSummary, accountSummary } from './accounts-store.ts'

/**
 * Lets only verified accounts on: what somebody laid into an account that claims an address must not be there when its
 * real holder proves it. Says whose it is. @throws Refused `email_unverified`
 */
export async function requireVerified(db: Db, userId: AccountId): Promise<AccountSummary> {
  const person = await accountSummary(db, userId)
  if (person?.emailVerified !== true) throw new Refused('email_unverified')
  return person
}
