import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { isActiveUser } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'
import { findKeyAccount } from './key-account-store.ts'

/** Who does something for an account, with a key of theirs or without one. */
interface ActingUser {
  readonly accountId: AccountId
  readonly userId: AccountId
  readonly keyId: ApiKeyId | null
}

/**
 * Whether they may do so still: the key is good, and the person neither suspended, nor gone, nor out of the company. A
 * session need not last: what was begun in it goes on.
 */
export async function mayStillAct(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { accountId, userId, keyId }: ActingUser,
): Promise<boolean> {
  if (keyId !== null) return (await findKeyAccount(db, keyId, clock.now())) === accountId
  if (!(await isActiveUser(db, userId))) return false
  return accountId === userId || (await findMembership(db, accountId, userId)) !== undefined
}
