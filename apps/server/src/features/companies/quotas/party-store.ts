import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'

/**
 * The accounts that share quotas with an account, itself among them. Until the transaction ends nothing else is counted
 * for any of its owners: two parties that overlap have one of these in common. Always locked in the order of their ids.
 */
export async function lockParty({ db }: Tx, accountId: AccountId): Promise<AccountId[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota:' || id, 0)) from (
    select ${accountId}::text as id
    union select account_id from company_members where company_id = ${accountId} and role = 'owner'
    order by id) as locked`.execute(db)
  // A statement of its own: what another transaction committed while this one waited must be seen.
  const { rows } = await sql<{ party: AccountId[] }>`
    select quota_party(${accountId}) as party`.execute(db)
  return rows[0]?.party ?? [accountId]
}

/**
 * Keeps a company from being closed until the transaction ends. `closed`: it is already; an account that is no company
 * is `open`.
 */
export async function shareCompany({ db }: Tx, id: AccountId): Promise<'open' | 'closed'> {
  const { rows } = await sql<{ closed_at: Date | null }>`
    select closed_at from companies where id = ${id} for share`.execute(db)
  const [company] = rows
  return company === undefined || company.closed_at === null ? 'open' : 'closed'
}
