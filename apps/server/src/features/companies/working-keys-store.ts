import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** The number of an account's API keys that are neither revoked nor expired. */
export async function countWorkingKeys(db: Db, accountId: AccountId, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from api_keys where account_id = ${accountId} and revoked_at is null
      and (expires_at is null or expires_at > ${now})`.execute(db)
  return rows[0]?.count ?? 0
}
