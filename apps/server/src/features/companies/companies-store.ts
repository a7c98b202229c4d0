import type { Company } from '@gridloom/contract/companies/company'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { CompanyTables } from './schema.ts'

export async function insertCompany(
  tx: Tx,
  company: { id: AccountId; name: string; createdAt: Date },
): Promise<void> {
  await tables(tx.db)
    .insertInto('companies')
    .values({
      id: company.id,
      name: company.name,
      created_at: company.createdAt,
      closed_at: null,
    })
    .execute()
}

/** How many of these accounts are open companies. */
export async function countCompanies(db: Db, among: readonly AccountId[]): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('companies')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('id', 'in', among)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether an account is that of an open company, which is locked until the transaction ends. */
export async function lockIfCompany(tx: Tx, id: AccountId): Promise<boolean> {
  return (await lockCompany(tx, id)) !== undefined
}

/**
 * Locks an open company until the transaction ends, which serialises changes of its members and its closing. Returns
 * its name, or `undefined` when there is no such company.
 */
export async function lockCompany(tx: Tx, id: AccountId): Promise<string | undefined> {
  const row = await tables(tx.db)
    .selectFrom('companies')
    .select('name')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.name
}

export async function updateName(tx: Tx, id: AccountId, name: string): Promise<void> {
  await tables(tx.db).updateTable('companies').set({ name }).where('id', '=', id).execute()
}

export async function markCompanyClosed(tx: Tx, id: AccountId, at: Date): Promise<void> {
  await tables(tx.db)
    .updateTable('companies')
    .set({ closed_at: at })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
}

/** The open companies of a user, or one of them, by name. */
export async function selectCompanies(
  db: Db,
  userId: AccountId,
  only: AccountId | 'all' = 'all',
): Promise<Company[]> {
  const rows = await tables(db)
    .selectFrom('company_members as mine')
    .innerJoin('companies', 'companies.id', 'mine.company_id')
    .select(['companies.id', 'companies.name', 'mine.role', 'companies.created_at'])
    .select((e) =>
      e
        .selectFrom('company_members')
        .whereRef('company_members.company_id', '=', 'companies.id')
        .select((count) => count.fn.countAll<number>().as('members'))
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .where('mine.account_id', '=', userId)
    .where('companies.closed_at', 'is', null)
    .where((e) => (only === 'all' ? e.lit(true) : e('companies.id', '=', only)))
    .orderBy((e) => e.fn('lower', ['companies.name']))
    .orderBy('companies.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    members: row.members,
    created_at: row.created_at.toISOString(),
  }))
}

function tables(db: Db) {
  return db.withTables<CompanyTables>()
}
