import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { isActiveUser } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'
import { findKeyAccount } from './key-account-store.ts'

/** A user who acts for an account, with or without an API key. */
interface ActingUser {
  readonly accountId: AccountId
  readonly userId: AccountId
  readonly keyId: ApiKeyId | null
}

/**
 * Whether they still may: the key is valid, and the user is neither suspended, nor gone, nor out of the company. The
 * session may have ended: work that it began continues.
 */
export async function mayStillAct(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { accountId, userId, keyId }: ActingUser,
): Promise<boolean> {
  if (keyId !== null) return (await findKeyAccount(db, keyId, clock.now())) === accountId
  if (!(await isActiveUser(db, userId))) return false
  return accountId === userId || (await findMembership(db, accountId, userId)) !== undefined
}
