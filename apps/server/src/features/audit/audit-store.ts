import type { AuditEntry } from '@gridloom/contract/audit/audit-entry'
import type { AccountId, AuditId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

/** Filters of the audit log; a filter that is left out does not apply. */
export interface AuditFilter {
  /** Entries by or for any of these accounts. */
  accountIds?: readonly AccountId[]
  action?: string
  /** No entries newer than this one. */
  upTo?: AuditId
}

interface PageOf {
  limit: number
  offset: number
}

type AuditRow = Omit<AuditEntry, 'at'> & { at: Date }

/** One page, newest first. Ids sort by age, so a page is a range of an index. */
export async function selectEntries(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: PageOf,
): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditRow>`
    select e.id, e.at, e.action, e.account_id, e.user_id,
      coalesce(nullif(u.email, ''), u.username) as "user",
      e.api_key_id, e.subject, e.address, e.user_agent
    from (select * from audit_entries where ${conditionOf(filter)}
      order by id desc limit ${limit} offset ${offset}) e
    left join accounts u on u.id = e.user_id
    order by e.id desc`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from audit_entries where ${conditionOf(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

function conditionOf({ accountIds, action, upTo }: AuditFilter): RawBuilder<unknown> {
  const parts = [
    sql`true`,
    ...(accountIds === undefined
      ? []
      : [sql`(user_id = any(${accountIds}::text[]) or account_id = any(${accountIds}::text[]))`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(upTo === undefined ? [] : [sql`id <= ${upTo}`]),
  ]
  return sql.join(parts, sql` and `)
}

/** Removes address and program from up to `most` entries older than `before`. Returns the number of changed entries. */
export async function forgetOriginsBefore(
  { db }: Tx,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update audit_entries set address = null, user_agent = null where id in (
      select id from audit_entries
      where at < ${before} and (address is not null or user_agent is not null)
      order by at limit ${most} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Removes address and program from all entries of a user. */
export async function forgetOriginsOf({ db }: Tx, userId: AccountId): Promise<void> {
  await sql`update audit_entries set address = null, user_agent = null
    where user_id = ${userId} and (address is not null or user_agent is not null)`.execute(db)
}
