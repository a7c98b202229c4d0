import type { ActiveCompany } from '@gridloom/contract/accounts/user-details'
import type { Member } from '@gridloom/contract/companies/company'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { CompanyTables } from './schema.ts'

interface Membership {
  companyId: AccountId
  userId: AccountId
}

/** A user's membership of an open company, or `undefined`. */
export async function findMembership(
  db: Db,
  companyId: AccountId,
  userId: AccountId,
): Promise<ActiveCompany | undefined> {
  return tables(db)
    .selectFrom('company_members')
    .innerJoin('companies', 'companies.id', 'company_members.company_id')
    .select(['companies.id as company_id', 'companies.name', 'company_members.role'])
    .where('company_members.company_id', '=', companyId)
    .where('company_members.account_id', '=', userId)
    .where('companies.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Inserts a membership. Returns `was`, and changes nothing, when the user is a member already. */
export async function insertMember(
  tx: Tx,
  { companyId, userId, role, joinedAt }: Membership & { role: CompanyRole; joinedAt: Date },
): Promise<'joined' | 'was'> {
  const row = await tables(tx.db)
    .insertInto('company_members')
    .values({ company_id: companyId, account_id: userId, role, joined_at: joinedAt })
    .onConflict((conflict) => conflict.columns(['company_id', 'account_id']).doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row === undefined ? 'was' : 'joined'
}

export async function updateRole(
  tx: Tx,
  { companyId, userId }: Membership,
  role: CompanyRole,
): Promise<void> {
  await tables(tx.db)
    .updateTable('company_members')
    .set({ role })
    .where('company_id', '=', companyId)
    .where('account_id', '=', userId)
    .execute()
}

export async function deleteMember(tx: Tx, { companyId, userId }: Membership): Promise<void> {
  await tables(tx.db)
    .deleteFrom('company_members')
    .where('company_id', '=', companyId)
    .where('account_id', '=', userId)
    .execute()
}

/** The numbers of members and of owners of a company. They are stable only under `lockCompany`. */
export async function countMembers(
  tx: Tx,
  companyId: AccountId,
): Promise<{ members: number; owners: number }> {
  return tables(tx.db)
    .selectFrom('company_members')
    .select((e) => [
      e.fn.countAll<number>().as('members'),
      e.fn.countAll<number>().filterWhere('role', '=', 'owner').as('owners'),
    ])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/** Whether the account that has verified an address is a member of a company. */
export async function isMember(tx: Tx, companyId: AccountId, emailKey: string): Promise<boolean> {
  const row = await tables(tx.db)
    .selectFrom('company_members')
    .innerJoin('accounts', 'accounts.id', 'company_members.account_id')
    .select('accounts.id')
    .where('company_members.company_id', '=', companyId)
    .where('accounts.email_key', '=', emailKey)
    .where('accounts.email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export type ListedMember = Omit<Member, 'spent_this_month_micro_usd'>

/** The members of a company: owners first, then admins, then members, each by the time they joined. */
export async function selectMembers(db: Db, companyId: AccountId): Promise<ListedMember[]> {
  const rows = await tables(db)
    .selectFrom('company_members')
    .innerJoin('accounts', 'accounts.id', 'company_members.account_id')
    .select(['accounts.id', 'username', 'name', 'email', 'profile_path'])
    .select(['company_members.role', 'joined_at'])
    .where('company_id', '=', companyId)
    .orderBy((e) =>
      e.case('company_members.role').when('owner').then(0).when('admin').then(1).else(2).end(),
    )
    .orderBy('joined_at')
    .orderBy('accounts.id')
    .execute()
  return rows.map((row) => ({
    account_id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    profile_path: row.profile_path,
    role: row.role,
    joined_at: row.joined_at.toISOString(),
  }))
}

/** The ids of all members of a company. */
export async function selectMemberIds(tx: Tx, companyId: AccountId): Promise<AccountId[]> {
  const rows = await tables(tx.db)
    .selectFrom('company_members')
    .select('account_id')
    .where('company_id', '=', companyId)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** The open companies of a user, in the order in which they must be locked. */
export async function selectCompanyIds(tx: Tx, userId: AccountId): Promise<AccountId[]> {
  const rows = await tables(tx.db)
    .selectFrom('company_members')
    .innerJoin('companies', 'companies.id', 'company_members.company_id')
    .select('companies.id')
    .where('company_members.account_id', '=', userId)
    .where('companies.closed_at', 'is', null)
    .orderBy('companies.id')
    .execute()
  return rows.map((row) => row.id)
}

function tables(db: Db) {
  return db.withTables<CompanyTables>()
}
