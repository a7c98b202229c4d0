import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** Whether the operator marked an account as an ambassador. */
export async function isAmbassador(db: Db, id: AccountId): Promise<boolean> {
  const { rows } = await sql<{ is_kol: boolean }>`
    select is_kol from accounts where id = ${id} and closed_at is null`.execute(db)
  return rows[0]?.is_kol ?? false
}

/** Marks an account as an ambassador, or no longer. Returns whether there is such an account. */
export async function setAmbassador(
  { db }: Tx,
  id: AccountId,
  mark: 'ambassador' | 'none',
): Promise<boolean> {
  const { rows } = await sql`update accounts set is_kol = ${mark === 'ambassador'}
    where id = ${id} and closed_at is null returning id`.execute(db)
  return rows.length > 0
}
