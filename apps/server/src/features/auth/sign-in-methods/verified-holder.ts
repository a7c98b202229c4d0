import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import { type AccountHolder, lockHolder } from './sign-in-methods-store.ts'

/**
 * Locks and returns the holder of an account that may add a sign-in method. The address must be verified: an unverified
 * account may pass to another user, and no sign-in method may survive that.
 * @throws Refused `unauthorized`, `email_unverified`
 */
export async function verifiedHolder(tx: Tx, accountId: AccountId): Promise<AccountHolder> {
  const holder = await lockHolder(tx, accountId)
  if (holder === undefined) throw new Refused('unauthorized')
  if (!holder.isVerified) throw new Refused('email_unverified')
  return holder
}
