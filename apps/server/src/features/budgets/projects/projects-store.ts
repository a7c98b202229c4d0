import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BudgetOf } from '../account/schema.ts'
import type { ProjectRow, ProjectTables } from './schema.ts'

const tables = (db: Db) => db.withTables<ProjectTables>()

/** Projects by name, archived ones last. */
export async function selectProjects(db: Db, accountId: AccountId): Promise<ProjectRow[]> {
  return tables(db)
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(sql`archived_at is not null`)
    .orderBy('name')
    .execute()
}

export async function findProject(
  db: Db,
  { accountId, project }: BudgetOf,
): Promise<ProjectRow | undefined> {
  return tables(db)
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', project)
    .executeTakeFirst()
}

/**
 * Finds a project, which is not archived until the transaction ends. Orders with one project do not wait for each other.
 */
export async function shareProject(
  { db }: Tx,
  { accountId, project }: BudgetOf,
): Promise<ProjectRow | undefined> {
  return tables(db)
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', project)
    .forShare()
    .executeTakeFirst()
}

/** Counts the projects that are not archived. Until the transaction ends, no other one of the account counts them. */
export async function lockCount({ db }: Tx, accountId: AccountId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`projects:${accountId}`}, 0))`.execute(
    db,
  )
  const { count } = await tables(db)
    .selectFrom('projects')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a project, or restores one with the new description. */
export async function saveRow({ db }: Tx, row: ProjectRow): Promise<void> {
  const { description, archived_at } = row
  await tables(db)
    .insertInto('projects')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'name']).doUpdateSet({ description, archived_at }),
    )
    .execute()
}

/** Archives a project. Returns `missing` where there is none. */
export async function markArchived(
  { db }: Tx,
  { accountId, project }: BudgetOf,
  at: Date,
): Promise<'archived' | 'missing'> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('projects')
    .set((e) => ({ archived_at: e.fn.coalesce('archived_at', e.val(at)) }))
    .where('account_id', '=', accountId)
    .where('name', '=', project)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? 'missing' : 'archived'
}

export async function deleteRows({ db }: Tx, accountId: AccountId): Promise<void> {
  await tables(db).deleteFrom('projects').where('account_id', '=', accountId).execute()
}

/** What was spent on a project, and is on hold. */
export interface ProjectUse {
  readonly project: string
  readonly spent: MicroUsd
  readonly held: MicroUsd
}

/** Sums what was charged since the beginning of a UTC day, and is on hold now, for each project of an account. */
export async function selectProjectUse(
  db: Db,
  accountId: AccountId,
  since: Date,
): Promise<ProjectUse[]> {
  const { rows } = await sql<ProjectUse>`
    select project, sum(spent)::bigint as spent, sum(held)::bigint as held from (
      select project, micro_usd as spent, 0 as held from spend_days
        where account_id = ${accountId} and day >= ${since.toISOString().slice(0, 10)}::date
      union all
      select project, 0, balance_micro_usd from ledger_accounts
        where owner_account_id = ${accountId} and kind in ('held', 'welcome_held')) as used
    where project <> ''
    group by project`.execute(db)
  return rows
}
