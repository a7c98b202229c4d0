import type { AccessCodeId } from '@gridloom/contract/core/ids'
import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { AccountTables } from './schema.ts'

/**
 * Counts one use of an access code, or returns `unknown` if it does not exist, is revoked, expired or used up. Only
 * hashes are compared, so the duration of the look-up reveals nothing about how close a guess was.
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

/** Whether the code is valid now. */
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

/** Adds a code, unless one with the same text exists. */
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

/** The stored hash of an access code. Case and surrounding spaces are ignored, as codes are typed by hand. */
export function accessCodeHash(code: string): string {
  return hashSecret(code.trim().toLowerCase())
}

/** All codes, newest first. */
export async function selectAccessCodes(db: Db): Promise<AccessCode[]> {
  const rows = await tables(db)
    .selectFrom('access_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(codeOf)
}

/** Stores a code. Returns `undefined` when one with the same text exists. */
export async function insertCode(
  { db }: Tx,
  code: Insertable<AccountTables['access_codes']>,
): Promise<AccessCode | undefined> {
  const row = await tables(db)
    .insertInto('access_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : codeOf(row)
}

/** Revokes a code; a code that is already revoked keeps its date. Returns `undefined` for an unknown id. */
export async function revokeCode(
  { db }: Tx,
  id: AccessCodeId,
  at: Date,
): Promise<AccessCode | undefined> {
  const row = await tables(db)
    .updateTable('access_codes')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(at)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : codeOf(row)
}

function codeOf(row: Selectable<AccountTables['access_codes']>): AccessCode {
  return {
    id: row.id,
    label: row.label,
    uses: row.uses,
    uses_max: row.uses_max,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

function tables(db: Db) {
  return db.withTables<AccountTables>()
}
