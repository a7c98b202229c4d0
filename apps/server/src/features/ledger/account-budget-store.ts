import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { Purpose } from './ledger-accounts.ts'

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

/** What one budget leaves; an empty project is the account. */
export interface BudgetLeftRow {
  readonly project: string
  readonly left: MicroUsd
}

/**
 * Returns what each budget that binds a hold leaves: that of its account, and that of its project. One statement, so
 * that a charge that moves money from a hold at the same time is in one sum and not in both or neither.
 */
export async function selectBudgetsLeft(
  db: Db,
  { accountId, purpose }: { accountId: AccountId; purpose: Purpose },
  begins: PeriodBegins,
): Promise<BudgetLeftRow[]> {
  const since = sql`(case b.period when 'daily' then ${dayOf(begins.daily)}
    when 'weekly' then ${dayOf(begins.weekly)} else ${dayOf(begins.monthly)} end)`
  const project = sql`b.project`
  const { rows } = await sql<BudgetLeftRow>`
    select b.project, (b.amount_micro_usd - ${charged({ accountId, project }, since)}
      - ${held({ accountId, project })})::bigint as left
    from account_budgets b
    where b.account_id = ${accountId} and b.on_exceed = 'stop'
      and b.project in ('', hold_project(${purpose}))`.execute(db)
  return rows
}

/** Whose use is summed: an account's, or one project's of it. */
export interface UseOf {
  readonly accountId: AccountId
  /** Empty: the whole account. */
  readonly project: string
}

/** What was charged since the beginning of a UTC day, and is on hold now, read together. */
export async function selectUse(
  db: Db,
  { accountId, project }: UseOf,
  since: Date,
): Promise<BudgetUseRow> {
  const of = { accountId, project: sql`${project}::text` }
  const { rows } = await sql<BudgetUseRow>`
    select ${charged(of, dayOf(since))}::bigint as "chargedMicroUsd",
      ${held(of)}::bigint as "heldMicroUsd"`.execute(db)
  return rows[0] ?? { chargedMicroUsd: 0, heldMicroUsd: 0 }
}

function dayOf(at: Date | null): RawBuilder<unknown> {
  return sql`${at?.toISOString().slice(0, 10) ?? '-infinity'}::date`
}

interface Summed {
  accountId: AccountId
  project: RawBuilder<unknown>
}

function charged({ accountId, project }: Summed, since: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(sum(micro_usd), 0) from spend_days d
    where d.account_id = ${accountId} and day >= ${since}
      and (${project} = '' or d.project = ${project}))`
}

function held({ accountId, project }: Summed): RawBuilder<unknown> {
  return sql`(select coalesce(sum(balance_micro_usd), 0) from ledger_accounts h
    where h.owner_account_id = ${accountId} and h.kind in ('held', 'welcome_held')
      and (${project} = '' or h.project = ${project}))`
}
