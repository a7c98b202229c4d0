import type { AccountId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { AccountBudgetRow, AccountBudgetTables } from './schema.ts'

const tables = (db: Db) => db.withTables<AccountBudgetTables>()

export async function findBudget(
  db: Db,
  accountId: AccountId,
): Promise<AccountBudgetRow | undefined> {
  return tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Locks the budget of an account, so that its alerts are decided one after the other. */
export async function lockBudget(
  { db }: Tx,
  accountId: AccountId,
): Promise<AccountBudgetRow | undefined> {
  return tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** The budgets after an account, by id. */
export async function listBudgets(
  db: Db,
  { after, limit }: { after: AccountId | undefined; limit: number },
): Promise<AccountBudgetRow[]> {
  const budgets = tables(db)
    .selectFrom('account_budgets')
    .selectAll()
    .orderBy('account_id')
    .limit(limit)
  return (after === undefined ? budgets : budgets.where('account_id', '>', after)).execute()
}

/** Saves the budget of an account. A trigger locks its balance, which every hold locks too. */
export async function saveBudget(
  { db }: Tx,
  row: Insertable<AccountBudgetTables['account_budgets']>,
): Promise<void> {
  await tables(db)
    .insertInto('account_budgets')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function deleteBudget({ db }: Tx, accountId: AccountId): Promise<void> {
  await tables(db).deleteFrom('account_budgets').where('account_id', '=', accountId).execute()
}

/** The alerts that were told in a period. */
export async function listTold(
  db: Db,
  accountId: AccountId,
  periodFrom: string,
): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('account_budget_alerts')
    .select('percent')
    .where('account_id', '=', accountId)
    .where('period_day', '=', periodFrom)
    .execute()
  return rows.map(({ percent }) => percent)
}

interface AlertsOfPeriod {
  accountId: AccountId
  periodFrom: string
  percents: readonly number[]
}

/** Notes alerts as told, and forgets those of earlier periods. */
export async function insertTold(
  { db }: Tx,
  { accountId, periodFrom, percents }: AlertsOfPeriod,
  at: Date,
): Promise<void> {
  await sql`delete from account_budget_alerts
    where account_id = ${accountId} and period_day < ${periodFrom}::date - 31`.execute(db)
  await tables(db)
    .insertInto('account_budget_alerts')
    .values(
      percents.map((percent) => ({ account_id: accountId, period_day: periodFrom, percent, at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets alerts, so that they are told again. */
export async function deleteTold(
  { db }: Tx,
  { accountId, periodFrom, percents }: AlertsOfPeriod,
): Promise<void> {
  if (percents.length === 0) return
  await tables(db)
    .deleteFrom('account_budget_alerts')
    .where('account_id', '=', accountId)
    .where('period_day', '=', periodFrom)
    .where('percent', 'in', [...percents])
    .execute()
}
