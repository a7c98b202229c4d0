import type { AccessCodeId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { AccountTables } from './schema.ts'

/**
 * Takes an access code: counts the use, or says that it is unknown, revoked, expired or used up. Only hashes are
 * compared, so how long the look-up takes tells nothing of how near a guess was.
 */
export async function useAccessCode(
  tx: Tx,
  { hash, now }: { hash: string; now: Date },
): Promise<'valid' | 'unknown'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('access_codes')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .where((e) => e.or([e('uses_max', 'is', null), e('uses', '<', e.ref('uses_max'))]))
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'unknown' : 'valid'
}

/** Whether the code could be used now. */
export async function isKnownAccessCode(
  db: Db,
  { hash, now }: { hash: string; now: Date },
): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('access_codes')
    .select('hash')
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', now)]))
    .where((e) => e.or([e('uses_max', 'is', null), e('uses', '<', e.ref('uses_max'))]))
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a code; one that stands there already stays as it is. */
export async function insertAccessCode(
  tx: Tx,
  code: { id: AccessCodeId; text: string; label: string; createdAt: Date },
): Promise<void> {
  await tables(tx.db)
    .insertInto('access_codes')
    .values({
      id: code.id,
      hash: accessCodeHash(code.text),
      label: code.label,
      created_at: code.createdAt,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function hasAccessCode(db: Db): Promise<boolean> {
  const row = await tables(db).selectFrom('access_codes').select('hash').limit(1).executeTakeFirst()
  return row !== undefined
}

/** The stored hash of an access code. Case and surrounding spaces are ignored, as codes are typed from paper. */
export function accessCodeHash(code: string): string {
  return hashSecret(code.trim().toLowerCase())
}

function tables(db: Db) {
  return db.withTables<AccountTables>()
}
