import type { ApiKeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { type Ctx, type Tx, userOf } from '../../platform/ctx.ts'
import { publishSessions } from '../accounts/index.ts'
import { findStoredKey, markRevoked, type StoredKey } from './api-keys-store.ts'

/** Revokes a personal key of the user, effective on all replicas. @throws Refused `not_found` */
export async function revokeApiKey(ctx: Ctx, id: ApiKeyId): Promise<void> {
  const userId = userOf(ctx)
  const key = await findStoredKey(ctx.db, id)
  if (key?.accountId !== userId) throw noSuchKey()
  await ctx.transact((tx) => endKey(ctx, tx, key))
}

/** Revokes a key and publishes the change to every replica. Concurrent calls publish it once. */
export async function endKey(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { id, userId }: Pick<StoredKey, 'id' | 'userId'>,
): Promise<void> {
  const ended = await markRevoked(tx, id, ctx.clock.now())
  if (ended === 'revoked') await publishSessions(tx, userId, [id])
}

/** The same error for a key that does not exist or belongs to another user. */
export function noSuchKey(): Refused {
  return new Refused('not_found', { details: { what: 'API key' } })
}
