import type { AccountId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AccountBudgetRow, AccountBudgetTables, BudgetOf } from './schema.ts'

const tables = (db: Db) => db.withTables<AccountBudgetTables>()

export async function findBudget(
  db: Db,
  { accountId, project }: BudgetOf,
): Promise<AccountBudgetRow | undefined> {
  return tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('project', '=', project)
    .executeTakeFirst()
}

/** The budgets of the projects of an account. */
export async function listProjectBudgets(
  db: Db,
  accountId: AccountId,
): Promise<AccountBudgetRow[]> {
  return tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('project', '<>', '')
    .execute()
}

/** Locks a budget, so that its alerts are decided one after the other. */
export async function lockBudget(
  { db }: Tx,
  { accountId, project }: BudgetOf,
): Promise<AccountBudgetRow | undefined> {
  return tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('project', '=', project)
    .forUpdate()
    .executeTakeFirst()
}

/** The budgets after one, by account and project. */
export async function listBudgets(
  db: Db,
  { after, limit }: { after: BudgetOf | undefined; limit: number },
): Promise<AccountBudgetRow[]> {
  const budgets = tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .orderBy('account_id')
    .orderBy('project')
    .limit(limit)
  if (after === undefined) return budgets.execute()
  const { accountId, project } = after
  return budgets.where(sql<boolean>`(account_id, project) > (${accountId}, ${project})`).execute()
}

/** Saves a budget. A trigger locks the balance of its account, which every hold locks too. */
export async function saveBudget(
  { db }: Tx,
  row: Insertable<AccountBudgetTables['account_budgets']>,
): Promise<void> {
  await tables(db)
    .insertInto('account_budgets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'project']).doUpdateSet(row))
    .execute()
}

export async function deleteBudget({ db }: Tx, { accountId, project }: BudgetOf): Promise<void> {
  await tables(db)
    .deleteFrom('account_budgets')
    .where('account_id', '=', accountId)
    .where('project', '=', project)
    .execute()
}

/** Deletes the budgets of an account and its projects. */
export async function deleteBudgets({ db }: Tx, accountId: AccountId): Promise<void> {
  await tables(db).deleteFrom('account_budgets').where('account_id', '=', accountId).execute()
}

/** The alerts that were told in a period. */
export async function listTold(
  db: Db,
  { accountId, project }: BudgetOf,
  periodFrom: string,
): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('account_budget_alerts')
    .select('percent')
    .where('account_id', '=', accountId)
    .where('project', '=', project)
    .where('period_day', '=', periodFrom)
    .execute()
  return rows.map(({ percent }) => percent)
}

interface AlertsOfPeriod extends BudgetOf {
  periodFrom: string
  percents: readonly number[]
}

/** Notes alerts as told, and forgets those of earlier periods. */
export async function insertTold(
  { db }: Tx,
  { accountId, project, periodFrom, percents }: AlertsOfPeriod,
  at: Date,
): Promise<void> {
  await sql`delete from account_budget_alerts where account_id = ${accountId}
    and project = ${project} and period_day < ${periodFrom}::date - 31`.execute(db)
  const told = { account_id: accountId, project, period_day: periodFrom, at }
  await tables(db)
    .insertInto('account_budget_alerts')
    .values(percents.map((percent) => ({ ...told, percent })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets alerts, so that they are told again. */
export async function deleteTold(
  { db }: Tx,
  { accountId, project, periodFrom, percents }: AlertsOfPeriod,
): Promise<void> {
  if (percents.length === 0) return
  await tables(db)
    .deleteFrom('account_budget_alerts')
    .where('account_id', '=', accountId)
    .where('project', '=', project)
    .where('period_day', '=', periodFrom)
    .where('percent', 'in', [...percents])
    .execute()
}
