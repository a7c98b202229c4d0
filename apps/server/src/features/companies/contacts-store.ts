import { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import { type CompanyAction, mayInCompany } from '@gridloom/domain/company-roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** Whom emails about an account go to. */
export interface AccountContacts {
  /** The user's own address, or those of the members who may do something. Empty: the account is closed. */
  readonly emails: readonly string[]
  /** The name of the company; `null`: a user's own account. */
  readonly company: string | null
}

/** Finds whom emails about accounts go to: users, and of open companies the members whose role permits the action. */
export async function selectContacts(
  db: Db,
  accountIds: readonly AccountId[],
  action: CompanyAction,
): Promise<ReadonlyMap<AccountId, AccountContacts>> {
  const roles = CompanyRole.options.filter((role) => mayInCompany(role, action))
  const ids = [...new Set(accountIds)]
  const { rows } = await sql<{ id: AccountId; emails: string[]; company: string | null }>`
    select id, array[email] as emails, null as company from accounts
    where id = any(${ids}::text[]) and email is not null
    union all
    select company.id, array_agg(account.email order by member.joined_at, account.id), company.name
    from companies company join company_members member on member.company_id = company.id
      join accounts account on account.id = member.account_id
    where company.id = any(${ids}::text[]) and company.closed_at is null
      and member.role = any(${roles}::text[]) and account.email is not null
    group by company.id, company.name`.execute(db)
  return new Map(rows.map(({ id, emails, company }) => [id, { emails, company }]))
}

/** As {@link selectContacts}, of one account. */
export async function contactsOf(
  db: Db,
  accountId: AccountId,
  action: CompanyAction,
): Promise<AccountContacts> {
  const found = await selectContacts(db, [accountId], action)
  return found.get(accountId) ?? { emails: [], company: null }
}
