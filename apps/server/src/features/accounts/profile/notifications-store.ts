import { NotificationSettings } from '@gridloom/contract/accounts/notification-settings'
import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AccountTables } from '../schema.ts'

/** The stored notification settings: those that differ, or once differed, from the defaults. */
const Overrides = NotificationSettings.partial().catch({})
const Row = z.object({ notifications: Overrides })

export async function loadOverrides(
  db: Db,
  id: AccountId,
): Promise<Partial<NotificationSettings> | undefined> {
  const row = await tables(db)
    .selectFrom('accounts')
    .select('notifications')
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : Row.parse(row).notifications
}

/** Merges a change into the stored settings in one statement, so that concurrent changes are both kept. */
export async function mergeOverrides(
  tx: Tx,
  id: AccountId,
  change: Partial<NotificationSettings>,
): Promise<void> {
  await sql`update accounts set notifications = notifications || ${JSON.stringify(change)}::jsonb
    where id = ${id}`.execute(tx.db)
}

/** A recipient of an account's emails. */
export interface EmailReader {
  id: AccountId
  email: string
}

/**
 * The readers of an account's emails: its user, or a company's owners and admins; of these, those with a verified
 * address who did not turn the notification off.
 */
export async function listReaders(
  db: Db,
  accountId: AccountId,
  kind: keyof NotificationSettings,
): Promise<EmailReader[]> {
  const { rows } = await sql<EmailReader>`
    select id, email from accounts
    where ${wants(kind)} and (id = ${accountId} or id in (
      select account_id from company_members
      where company_id = ${accountId} and role in ('owner', 'admin')))
    order by id`.execute(db)
  return rows
}

/** The next users who want this kind of email, in the order of their ids. */
export async function listReadersAfter(
  db: Db,
  { kind, after, most }: { kind: keyof NotificationSettings; after: string; most: number },
): Promise<EmailReader[]> {
  const { rows } = await sql<EmailReader>`
    select id, email from accounts where ${wants(kind)} and suspended_at is null and id > ${after}
    order by id limit ${most}`.execute(db)
  return rows
}

function wants(kind: keyof NotificationSettings) {
  return sql`email_verified_at is not null and closed_at is null
    and coalesce((notifications ->> ${kind}::text)::boolean, true)`
}

function tables(db: Db) {
  return db.withTables<AccountTables>()
}
