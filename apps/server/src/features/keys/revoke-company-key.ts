import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { findStoredKey, markRevokedOf } from './api-keys-store.ts'
import { managesKeys, memberOf } from './member-of.ts'
import { endKey, noSuchKey } from './revoke-api-key.ts'

/**
 * Revokes a key of a company. Owners and admins revoke any key, members their own.
 * @throws Refused `not_found`, `forbidden`
 */
export async function revokeCompanyKey(
  ctx: Ctx,
  companyId: AccountId,
  id: ApiKeyId,
): Promise<void> {
  const membership = await memberOf(ctx, companyId)
  const key = await findStoredKey(ctx.db, id)
  if (key?.accountId !== companyId) throw noSuchKey()
  if (!managesKeys(membership) && key.userId !== userOf(ctx)) throw new Refused('forbidden')
  await ctx.transact((tx) => {
    tx.note({ accountId: companyId })
    return endKey(ctx, tx, key)
  })
}

/** Revokes all keys that a member created for a company, in the transaction that ends the membership. */
export async function revokeMemberKeys(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { companyId, userId }: { companyId: AccountId; userId: AccountId },
): Promise<void> {
  const ended = await markRevokedOf(tx, { accountId: companyId, userId }, ctx.clock.now())
  await publishSessions(tx, userId, ended)
}
