import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { Product } from '@gridloom/contract/ledger/line'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { type Period, selectCreditDays } from './credit-days-store.ts'

/** What one resource of an account cost or earned in a period, after automatic credits. */
export interface ResourceAmount {
  readonly product: Product
  /** An instance, render job, volume, reservation or machine; empty: several together. */
  readonly subject: string
  readonly microUsd: MicroUsd
}

/** The amounts of a period, and the part of their sum that is welcome or promotional credit. */
export interface PeriodAmounts {
  readonly resources: readonly ResourceAmount[]
  readonly welcomeMicroUsd: MicroUsd
}

/** Returns what an account paid in a period by product and resource, highest first. */
export async function selectSpentByResource(
  db: Db,
  accountId: AccountId,
  period: Period,
): Promise<PeriodAmounts> {
  const [{ rows }, credits, credited] = await Promise.all([
    sql<AmountRow>`
      select r.product, r.subject, (-sum(r.held_micro_usd + r.available_micro_usd))::bigint as "microUsd",
        coalesce(-sum(r.held_micro_usd + r.available_micro_usd) filter (where a.kind like 'welcome%'), 0)::bigint
          as welcome
      from ledger_rollups r join ledger_accounts a on a.id = r.ledger_account_id
      where ${within(accountId, period)} and r.line = 'charge'
      group by r.product, r.subject`.execute(db),
    selectCreditDays(db, accountId, period),
    selectWelcomeCredited(db, accountId, period),
  ])
  const back = credits.map(({ instanceId, credited: microUsd }) => ({
    ...{ product: 'compute' as const, subject: instanceId, microUsd: -microUsd, welcome: 0 },
  }))
  return summed([...rows, ...back], -credited)
}

/** Returns what the machines of an account earned in a period, after the platform fee, highest first. */
export async function selectEarnedByMachine(
  db: Db,
  accountId: AccountId,
  period: Period,
): Promise<PeriodAmounts> {
  const { rows } = await sql<AmountRow>`
    select r.product, split_part(r.ledger_account_id, ':', 2) as subject, sum(r.earned_micro_usd)::bigint as "microUsd",
      coalesce(sum(r.earned_micro_usd) filter (where a.kind like 'welcome%'), 0)::bigint as welcome
    from ledger_rollups r join ledger_accounts a on a.id = r.ledger_account_id
    where ${within(accountId, period)} and a.kind in ('earned', 'welcome_earned')
      and (r.line = 'earning' or r.kind = 'service_credit')
    group by 1, 2`.execute(db)
  return summed(rows, 0)
}

/** Returns the next accounts, by id, with charges, earnings or automatic credits in a period. */
export async function selectAccountsWithAmounts(
  db: Db,
  { from, to }: Period,
  { after, limit }: { after: string; limit: number },
): Promise<AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    select distinct owner_account_id as id from ledger_rollups
    where span = 'day' and period >= ${from} and period < ${to} and owner_account_id > ${after}
      and (line in ('charge', 'earning') or kind = 'service_credit')
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

interface AmountRow {
  /** Empty for credits, which instances alone have. */
  product: Product | ''
  subject: string
  microUsd: MicroUsd
  welcome: MicroUsd
}

function within(accountId: AccountId, { from, to }: Period) {
  return sql`r.owner_account_id = ${accountId} and r.span = 'day' and r.period >= ${from} and r.period < ${to}`
}

/** Automatic credits that came back as welcome credit. */
async function selectWelcomeCredited(
  db: Db,
  accountId: AccountId,
  period: Period,
): Promise<MicroUsd> {
  const { rows } = await sql<{ microUsd: MicroUsd }>`
    select coalesce(sum(r.available_micro_usd), 0)::bigint as "microUsd"
    from ledger_rollups r join ledger_accounts a on a.id = r.ledger_account_id
    where ${within(accountId, period)} and r.kind = 'service_credit' and a.kind = 'welcome'`.execute(
    db,
  )
  return rows[0]?.microUsd ?? 0
}

function summed(rows: readonly AmountRow[], welcome: MicroUsd): PeriodAmounts {
  const groups = Map.groupBy(rows, ({ product, subject }) => `${product || 'compute'} ${subject}`)
  const resources = [...groups.values()].map((group) => ({
    product: Product.catch('compute').parse(group[0]?.product),
    subject: group[0]?.subject ?? '',
    microUsd: group.reduce((sum, { microUsd }) => sum + microUsd, 0),
  }))
  return {
    resources: resources
      .filter(({ microUsd }) => microUsd !== 0)
      .toSorted(
        (one, other) => other.microUsd - one.microUsd || (one.subject < other.subject ? -1 : 1),
      ),
    welcomeMicroUsd: rows.reduce((sum, row) => sum + row.welcome, welcome),
  }
}
