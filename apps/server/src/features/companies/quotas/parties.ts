import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connect.ts'

/** Returns the accounts of the party of an account, itself included, without a lock. */
export async function partyOf(db: Db, accountId: AccountId): Promise<AccountId[]> {
  const { rows } = await sql<{ party: AccountId[] }>`
    select quota_party(${accountId}) as party`.execute(db)
  return rows[0]?.party ?? [accountId]
}

/**
 * Whether two accounts have a user in common, or users who were in one company, whatever their roles and even if it is
 * closed: wider than a party, for everything that nobody may do for themselves.
 */
export async function areRelated(db: Db, one: AccountId, other: AccountId): Promise<boolean> {
  const { rows } = await sql`
    with persons as (
      select id as side, id from unnest(${[one, other]}::text[]) as given (id)
      union select company_id, account_id from company_members where company_id in (${one}, ${other})),
    accounts as (
      select side, id from persons
      union select p.side, m.company_id from company_members m join persons p on p.id = m.account_id)
    select 1 from accounts a join accounts b on b.id = a.id
    where a.side = ${one} and b.side = ${other} limit 1`.execute(db)
  return one === other || rows.length > 0
}
