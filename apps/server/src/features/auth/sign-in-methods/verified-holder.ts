import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import { type AccountHolder, lockHolder } from './sign-in-methods-store.ts'

/**
 * The holder of an account that may be given a further sign-in method; locks it. An account whose address is not verified may
 * belong to somebody else tomorrow, and no sign-in method of today may outlast that.
 * @throws Refused `unauthorized`, `email_unverified`
 */
export async function verifiedHolder(tx: Tx, accountId: AccountId): Promise<AccountHolder> {
  const holder = await lockHolder(tx, accountId)
  if (holder === undefined) throw new Refused('unauthorized')
  if (!holder.isVerified) throw new Refused('email_unverified')
  return holder
}
