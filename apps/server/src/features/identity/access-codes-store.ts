import type { AccessCodeId } from '@gridloom/contract/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { hashSecret } from '../../platform/ids.ts'
import type { IdentityTables } from './schema.ts'

/**
 * Takes an access code: counts the use, or says that there is no such code. Only hashes are compared, so how long
 * the look-up takes tells nothing of how near a guess was.
 */
export async function useAccessCode(tx: Tx, code: string): Promise<'valid' | 'unknown'> {
  const { numUpdatedRows } = await tables(tx.db)
    .updateTable('access_codes')
    .set((e) => ({ uses: e('uses', '+', 1) }))
    .where('hash', '=', codeHash(code))
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'unknown' : 'valid'
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
      hash: codeHash(code.text),
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

/** Codes are read from paper and typed: case and spaces around them do not matter. */
function codeHash(code: string): string {
  return hashSecret(code.trim().toLowerCase())
}

function tables(db: Db) {
  return db.withTables<IdentityTables>()
}
