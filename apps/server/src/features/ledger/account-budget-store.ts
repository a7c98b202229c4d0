import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'

/** What counts against a budget. */
export interface BudgetUseRow {
  readonly chargedMicroUsd: MicroUsd
  readonly heldMicroUsd: MicroUsd
}

/** The beginnings of the present periods. */
export interface PeriodBegins {
  readonly daily: Date | null
  readonly weekly: Date | null
  readonly monthly: Date | null
}

/**
 * Returns what the budget of an account leaves; `undefined` where spending does not stop at it. One statement, so that a
 * charge that moves money from a hold at the same time is in one sum and not in both or neither.
 */
export async function selectBudgetLeft(
  db: Db,
  accountId: AccountId,
  begins: PeriodBegins,
): Promise<MicroUsd | undefined> {
  const since = sql`(case b.period when 'daily' then ${dayOf(begins.daily)}
    when 'weekly' then ${dayOf(begins.weekly)} else ${dayOf(begins.monthly)} end)`
  const { rows } = await sql<{ left: MicroUsd }>`
    select (b.amount_micro_usd - ${charged(accountId, since)} - ${held(accountId)})::bigint as left
    from account_budgets b
    where b.account_id = ${accountId} and b.on_exceed = 'stop'`.execute(db)
  return rows[0]?.left
}

/** What an account was charged since the beginning of a UTC day, and has on hold. */
export async function selectUse(db: Db, accountId: AccountId, since: Date): Promise<BudgetUseRow> {
  const { rows } = await sql<BudgetUseRow>`
    select ${charged(accountId, dayOf(since))}::bigint as "chargedMicroUsd",
      ${held(accountId)}::bigint as "heldMicroUsd"`.execute(db)
  return rows[0] ?? { chargedMicroUsd: 0, heldMicroUsd: 0 }
}

function dayOf(at: Date | null): RawBuilder<unknown> {
  return sql`${at?.toISOString().slice(0, 10) ?? '-infinity'}::date`
}

function charged(accountId: AccountId, since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(micro_usd), 0) from spend_days
    where account_id = ${accountId} and day >= ${since})`
}

function held(accountId: AccountId): RawBuilder<unknown> {
  return sql`(select coalesce(sum(balance_micro_usd), 0) from ledger_accounts
    where owner_account_id = ${accountId} and kind in ('held', 'welcome_held'))`
}
