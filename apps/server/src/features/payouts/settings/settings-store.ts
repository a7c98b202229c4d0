import type { AccountId } from '@gridloom/contract/core/ids'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../platform/ctx.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { BankTables } from '../bank/schema.ts'
import type { PayoutSettingsRow, PayoutTables } from '../schema.ts'
import type { StripeTables } from '../stripe/schema.ts'

const tables = (db: Db) => db.withTables<PayoutTables>()

export function findSettings(db: Db, id: AccountId): Promise<PayoutSettingsRow | undefined> {
  return tables(db)
    .selectFrom('payout_settings')
    .selectAll()
    .where('account_id', '=', id)
    .executeTakeFirst()
}

export async function putSettings(
  { db }: Tx,
  { account_id, ...row }: Insertable<PayoutTables['payout_settings']>,
): Promise<void> {
  await tables(db)
    .insertInto('payout_settings')
    .values({ account_id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

/** Deletes where payouts of a closed account go, and who was paid. Payouts that were made state it themselves. */
export async function forgetTargets({ db }: Tx, id: AccountId): Promise<void> {
  await tables(db).deleteFrom('payout_settings').where('account_id', '=', id).execute()
  await db
    .withTables<BankTables>()
    .deleteFrom('bank_accounts')
    .where('account_id', '=', id)
    .execute()
  await db
    .withTables<StripeTables>()
    .deleteFrom('stripe_accounts')
    .where('account_id', '=', id)
    .execute()
}

/** The settings of weekly payouts of active accounts without a payout of this week, by account. */
export async function listWeekly(
  db: Db,
  { week, after, limit }: { week: string; after: AccountId | null; limit: number },
): Promise<PayoutSettingsRow[]> {
  const { rows } = await sql<PayoutSettingsRow>`
    select settings.* from payout_settings settings left join accounts account on account.id = settings.account_id
    where schedule = 'weekly' and account.suspended_at is null and account_id > ${after ?? ''}
      and not exists (select from payouts where payouts.account_id = settings.account_id and week = ${week}::date)
    order by account_id limit ${limit}`.execute(db)
  return rows
}
