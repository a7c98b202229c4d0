import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { User } from '@gridloom/contract/operator/user'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'

interface UsersFilter {
  /** Matches parts of addresses and names, or a whole id. */
  search?: string
  suspended?: 'only' | 'without'
  id?: AccountId
  limit: number
  offset: number
}

type UserRow = Record<'suspended_at' | 'last_seen_at', Date | null> & {
  created_at: Date
  total: number
} & Omit<User, 'suspended_at' | 'last_seen_at' | 'created_at'>

/** Accounts that are not closed, newest first, with counts of their resources for the page alone. One query. */
export async function selectUsers(
  db: Db,
  filter: UsersFilter,
): Promise<{ users: User[]; total: number }> {
  const { rows } = await sql<UserRow>`
    with found as (select * from accounts where closed_at is null and ${matches(filter)}),
    page as (select * from found order by created_at desc, id desc
      limit ${filter.limit} offset ${filter.offset})
    select page.id as account_id, page.username, page.email, page.role, page.is_kol, page.suspended_at, page.created_at,
      page.email_verified_at is not null as email_verified,
      page.access_granted_at is not null as has_access,
      (select max(last_seen_at) from sessions where account_id = page.id) as last_seen_at,
      (select count(*) from machines where account_id = page.id and removed_at is null) as machines,
      (select count(*) from instances where account_id = page.id and state <> 'destroyed') as instances,
      coalesce((select sum(balance_micro_usd) from ledger_accounts
        where owner_account_id = page.id and kind in ('available', 'welcome')), 0)::bigint as available_micro_usd,
      (select count(*) from found) as total
    from page order by page.created_at desc, page.id desc`.execute(db)
  const [first] = rows
  const total = first?.total ?? (filter.offset === 0 ? 0 : await countUsers(db, filter))
  return { users: rows.map(userOf), total }
}

/** Only for a page beyond the last, which has no row to carry the count. */
async function countUsers(db: Db, filter: UsersFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from accounts where closed_at is null and ${matches(filter)}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

function matches({ search, suspended, id }: UsersFilter) {
  const like = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const parts = [
    sql`true`,
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(search === undefined || search === ''
      ? []
      : [sql`(email ilike ${like} or username ilike ${like} or id = ${search})`]),
    ...(suspended === 'only' ? [sql`suspended_at is not null`] : []),
    ...(suspended === 'without' ? [sql`suspended_at is null`] : []),
  ]
  return sql.join(parts, sql` and `)
}

function userOf({ total: _, ...row }: UserRow): User {
  return {
    ...row,
    suspended_at: row.suspended_at?.toISOString() ?? null,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** The API keys of a user that are not revoked. */
export async function listKeysOf({ db }: Tx, id: AccountId): Promise<ApiKeyId[]> {
  const { rows } = await sql<{ id: ApiKeyId }>`select id from api_keys
    where user_id = ${id} and revoked_at is null`.execute(db)
  return rows.map((row) => row.id)
}
