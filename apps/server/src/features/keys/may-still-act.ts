import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { isActiveUser } from '../accounts/index.ts'
import { findMembership } from '../companies/index.ts'
import { findKeyAccount } from './key-account-store.ts'

/** A user who acts for an account, with or without an API key. */
export interface ActingUser {
  readonly accountId: AccountId
  readonly userId: AccountId
  readonly keyId: ApiKeyId | null
}

/**
 * Whether the user may still act for the account: the key is valid, and the user is neither suspended nor closed and
 * still a member of the company. Sessions are not checked, as work continues after the session that began it has ended.
 */
export async function mayStillAct(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { accountId, userId, keyId }: ActingUser,
): Promise<boolean> {
  if (keyId !== null) return (await findKeyAccount(db, keyId, clock.now())) === accountId
  if (!(await isActiveUser(db, userId))) return false
  return accountId === userId || (await findMembership(db, accountId, userId)) !== undefined
}
