import type { AccessCodeId } from '@gridloom/contract/core/ids'
import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { OperatorTables } from './schema.ts'

/** All codes, the newest first. */
export async function selectAccessCodes(db: Db): Promise<AccessCode[]> {
  const rows = await tables(db)
    .selectFrom('access_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(codeOf)
}

/** Keeps a code; `undefined` when there is one with the same text. */
export async function insertCode(
  { db }: Tx,
  code: Insertable<OperatorTables['access_codes']>,
): Promise<AccessCode | undefined> {
  const row = await tables(db)
    .insertInto('access_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : codeOf(row)
}

/** Revokes a code; one that is revoked keeps its date. `undefined`: there is none. */
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

function codeOf(row: Selectable<OperatorTables['access_codes']>): AccessCode {
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
  return db.withTables<OperatorTables>()
}
