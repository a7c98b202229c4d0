import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'

/** What closing an account deletes of it, by the column that names the person. */
export const deleted: Readonly<Record<string, string>> = {
  profile_pictures: 'account_id',
  sessions: 'account_id',
  one_time_codes: 'account_id',
  logins: 'account_id',
  login_codes: 'account_id',
  passkeys: 'account_id',
  passkey_ceremonies: 'account_id',
  ssh_keys: 'account_id',
  api_keys: 'account_id',
  company_members: 'account_id',
  quotes: 'account_id',
  order_keys: 'account_id',
  enrolment_tokens: 'account_id',
  notices: 'account_id',
  render_tickets: 'account_id',
  render_machines: 'account_id',
  chats: 'account_id',
}

/** What stays of a closed account, each with the reason. The account itself stays without anything that names it. */
export const kept: Readonly<Record<string, string>> = {
  accounts: 'a nameless row, for what refers to it',
  ledger_accounts: 'money records, which are never changed',
  ledger_entries: 'money records, which are never changed',
  spend_days: 'sums of money records',
  instances: 'what money records refer to; all of them are destroyed',
  machines: 'what money records of renters refer to; all of them are removed',
  render_scenes: 'what jobs refer to, without names and contents; the files are deleted',
  render_uploads: 'what has come of them, until their files are deleted within the hour',
  render_jobs: 'what money records refer to, without settings; pictures are deleted',
  generations: 'what money records refer to: counts and prices, no word of question or answer',
  inference_tabs: 'what money records refer to',
  audit_entries: 'who did what, by id alone: addresses and browsers are forgotten',
  company_invitations:
    'those to the address are deleted, those that the person made belong to the company',
  events: 'changes by id alone, gone within a day',
  outgoing_mails: 'letters on their way, the goodbye among them',
}

export interface Closing {
  email: string
  emailKey: string
  role: 'user' | 'operator'
}

/** The account, locked until the transaction ends; nothing when it is closed already. */
export async function lockAccount({ db }: Tx, id: AccountId): Promise<Closing | undefined> {
  const { rows } = await sql<Closing>`select email, email_key as "emailKey", role from accounts
    where id = ${id} and closed_at is null for update`.execute(db)
  return rows[0]
}

/** The sessions and API keys of a person, for replicas to forget. */
export async function listEntrances({ db }: Tx, id: AccountId): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where account_id = ${id}
    union all select id from api_keys where person_id = ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes what {@link deleted} names, and what waits for the address. */
export async function deleteTraces(
  tx: Tx,
  { id, emailKey, at }: { id: AccountId; emailKey: string; at: Date },
): Promise<void> {
  const { db } = tx
  for (const [table, column] of Object.entries(deleted)) {
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
    -- Or it would be swept as one that was never proven.
    email_verified_at = coalesce(email_verified_at, ${at})
    where id = ${id}`.execute(db)
}
