import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { CredentialId } from '../accounts/index.ts'

/** The sessions and API keys of a user, which replicas must drop from their caches. */
export async function listCredentials({ db }: Tx, id: AccountId): Promise<CredentialId[]> {
  const { rows } = await sql<{ id: CredentialId }>`
    select id from sessions where account_id = ${id}
    union all select id from api_keys where user_id = ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes the rows of a user in the tables that features have declared. */
export async function deleteTraces(
  { db }: Tx,
  id: AccountId,
  deleted: PersonalData['deleted'],
): Promise<void> {
  for (const [table, column] of Object.entries(deleted ?? {})) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  }
}
