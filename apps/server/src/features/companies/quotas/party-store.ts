import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/**
 * Returns the accounts that share quotas with an account, itself included. Until the transaction ends, quotas of its
 * owners are not counted elsewhere: overlapping parties have an owner in common. Locks are taken in the order of ids.
 */
export async function lockParty({ db }: Tx, accountId: AccountId): Promise<AccountId[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota:' || id, 0)) from (
    select ${accountId}::text as id
    union select account_id from company_members where company_id = ${accountId} and role = 'owner'
    order by id) as locked`.execute(db)
  // A separate statement, so that its snapshot includes what other transactions committed during the wait for the lock.
  const { rows } = await sql<{ party: AccountId[] }>`
    select quota_party(${accountId}) as party`.execute(db)
  return rows[0]?.party ?? [accountId]
}

/**
 * Prevents a company from being closed until the transaction ends. Returns `closed` when it already is. An account that
 * is not a company is `open`.
 */
export async function shareCompany({ db }: Tx, id: AccountId): Promise<'open' | 'closed'> {
  const { rows } = await sql<{ closed_at: Date | null }>`
    select closed_at from companies where id = ${id} for share`.execute(db)
  const [company] = rows
  return company === undefined || company.closed_at === null ? 'open' : 'closed'
}
