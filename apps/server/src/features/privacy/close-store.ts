import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { PersonalData } from '../../platform/personal-data.ts'

export interface ClosingAccount {
  email: string
  emailKey: string
  role: 'user' | 'operator'
}

/** The account, locked until the transaction ends; nothing when it is closed already. */
export async function lockAccount({ db }: Tx, id: AccountId): Promise<ClosingAccount | undefined> {
  const { rows } =
    await sql<ClosingAccount>`select email, email_key as "emailKey", role from accounts
    where id = ${id} and closed_at is null for update`.execute(db)
  return rows[0]
}

/** The sessions and API keys of a user, for replicas to forget. */
export async function listCredentials({ db }: Tx, id: AccountId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where account_id = ${id}
    union all select id from api_keys where person_id = ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes the rows of a user in the tables that features name, and what waits for the address. */
export async function deleteTraces(
  tx: Tx,
  { id, emailKey, at }: { id: AccountId; emailKey: string; at: Date },
  deleted: PersonalData['deleted'],
): Promise<void> {
  const { db } = tx
  for (const [table, column] of Object.entries(deleted ?? {})) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db)
  }
  // A company's keys are the company's record: they stay, revoked, without where they were used from.
  await sql`update api_keys set revoked_at = coalesce(revoked_at, ${at}), last_used_address = null
    where person_id = ${id}`.execute(db)
  await sql`delete from company_invitations where email_key = ${emailKey}`.execute(db)
}

/** Leaves a row without a name in the place of the account. */
export async function leaveTombstone({ db }: Tx, id: AccountId, at: Date): Promise<void> {
  await sql`update accounts set email = '', email_key = '', username = 'deleted account', name = null,
    password_hash = null, profile_path = null, access_granted_at = null, is_kol = false, notifications = '{}',
    waiting_access_code_hash = null, suspended_reason = null, closed_at = ${at},
    -- Or it would be swept as one that was never verified.
    email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${id}`.execute(db)
}
