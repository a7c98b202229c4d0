import type { Invitation } from '@gridloom/contract/companies/company'
import type { CompanyRole } from '@gridloom/contract/companies/company-role'
import type { AccountId, InvitationId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { CompanyTables } from './schema.ts'

export interface NewInvitation {
  readonly id: InvitationId
  readonly companyId: AccountId
  readonly email: string
  readonly emailKey: string
  readonly role: CompanyRole
  readonly invitedBy: AccountId
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** An invitation, as far as decisions about it depend on it. */
export interface FoundInvitation {
  readonly id: InvitationId
  readonly companyId: AccountId
  readonly emailKey: string
  readonly role: CompanyRole
}

/** Stores an invitation and replaces an earlier one to the same address. */
export async function putInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { companyId, emailKey, ...rest } = invitation
  const columns = {
    id: rest.id,
    email: rest.email,
    role: rest.role,
    invited_by: rest.invitedBy,
    created_at: rest.createdAt,
    expires_at: rest.expiresAt,
  }
  await tables(tx.db)
    .insertInto('company_invitations')
    .values({ ...columns, company_id: companyId, email_key: emailKey })
    .onConflict((conflict) => conflict.columns(['company_id', 'email_key']).doUpdateSet(columns))
    .execute()
}

/** An invitation that has not expired, or `undefined`. */
export async function findInvitation(
  db: Db,
  id: InvitationId,
  now: Date,
): Promise<FoundInvitation | undefined> {
  return tables(db)
    .selectFrom('company_invitations')
    .select(['id', 'company_id as companyId', 'email_key as emailKey', 'role'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The unexpired invitation of a company to an address, or `undefined`. */
export async function findInvitationTo(
  tx: Tx,
  { companyId, emailKey }: { companyId: AccountId; emailKey: string },
  now: Date,
): Promise<FoundInvitation | undefined> {
  return tables(tx.db)
    .selectFrom('company_invitations')
    .select(['id', 'company_id as companyId', 'email_key as emailKey', 'role'])
    .where('company_id', '=', companyId)
    .where('email_key', '=', emailKey)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes an invitation. Of several concurrent callers, one gets `taken`. */
export async function takeInvitation(tx: Tx, id: InvitationId): Promise<'taken' | 'gone'> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('company_invitations')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 0n ? 'gone' : 'taken'
}

export async function deleteInvitationsOf(tx: Tx, companyId: AccountId): Promise<void> {
  await tables(tx.db)
    .deleteFrom('company_invitations')
    .where('company_id', '=', companyId)
    .execute()
}

/** Deletes invitations that expired by the given time. Returns their number. */
export async function deleteSpentInvitations(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tables(tx.db)
    .deleteFrom('company_invitations')
    .where('expires_at', '<=', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countInvitations(tx: Tx, companyId: AccountId, now: Date): Promise<number> {
  const row = await tables(tx.db)
    .selectFrom('company_invitations')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Pending invitations of a company or to an address, newest first. */
export async function selectInvitations(
  db: Db,
  of: { companyId: AccountId } | { emailKey: string },
  now: Date,
): Promise<Invitation[]> {
  const rows = await tables(db)
    .selectFrom('company_invitations as invitation')
    .innerJoin('companies', 'companies.id', 'invitation.company_id')
    .leftJoin('accounts', 'accounts.id', 'invitation.invited_by')
    .select(['invitation.id', 'invitation.company_id', 'companies.name', 'invitation.email'])
    .select(['invitation.role', 'accounts.username'])
    .select(['invitation.created_at', 'invitation.expires_at'])
    .where((e) =>
      'companyId' in of
        ? e('invitation.company_id', '=', of.companyId)
        : e('invitation.email_key', '=', of.emailKey),
    )
    .where('invitation.expires_at', '>', now)
    .where('companies.closed_at', 'is', null)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    company_id: row.company_id,
    company_name: row.name,
    email: row.email,
    role: row.role,
    invited_by: row.username ?? '',
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

/** The open account that has verified an address, or `undefined`. */
export async function findHolder(tx: Tx, emailKey: string): Promise<AccountId | undefined> {
  const row = await tables(tx.db)
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', emailKey)
    .where('email_verified_at', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Deletes the invitations to the address of an account that is being closed. */
export async function deleteInvitationsTo({ db }: Tx, accountId: AccountId): Promise<void> {
  await sql`delete from company_invitations
    where email_key = (select email_key from accounts where id = ${accountId})`.execute(db)
}

function tables(db: Db) {
  return db.withTables<CompanyTables>()
}
