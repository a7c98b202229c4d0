import type { AccountId, InstanceId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { idsOfPeriod } from './transaction-ids.ts'

/** A period of whole UTC days. */
export interface Period {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** The automatic credits for one instance that were paid on one UTC day, as an account sees them. */
export interface CreditDay {
  /** As `2026-11-21`. */
  readonly day: string
  readonly instanceId: InstanceId
  /** What the account got as the renter. */
  readonly credited: MicroUsd
  /** Of what the account paid as the provider: the platform fee that was given back with it. */
  readonly feeBack: MicroUsd
}

const hourMs = 3_600_000

/**
 * Returns the automatic credits that an account got and paid in a period. Sums by day do not name instances, so the
 * transactions are read: only of the hours that have credits, as the ledger accounts have many others.
 */
export async function selectCreditDays(
  db: Db,
  accountId: AccountId,
  period: Period,
): Promise<CreditDay[]> {
  const hours = await selectCreditHours(db, accountId, period)
  if (hours.length === 0) return []
  const ids = hours.map(({ at }) => idsOfPeriod({ from: at, to: new Date(at.getTime() + hourMs) }))
  const { rows } = await sql<CreditDay>`
    with credits as (
      select distinct t.id, t.instance_id, t.created_at
      from unnest(${hours.map(({ account }) => account)}::text[],
        ${ids.map(({ from }) => from)}::text[],
        ${ids.map(({ before }) => before)}::text[]) as hours (account, first, before)
      join ledger_entries e on e.ledger_account_id = hours.account
        and e.transaction_id >= hours.first and e.transaction_id < hours.before
      join ledger_transactions t on t.id = e.transaction_id
      where t.kind = 'service_credit' and t.created_at >= ${period.from} and t.created_at < ${period.to}),
    amounts as (
      select credits.id, credits.instance_id, credits.created_at,
        coalesce(sum(e.amount_micro_usd) filter (where a.kind in ('available', 'welcome')
          and a.owner_account_id = ${accountId}), 0) as credited,
        case when bool_or(a.kind like '%earned' and a.owner_account_id = ${accountId})
          then coalesce(-sum(e.amount_micro_usd) filter (where a.kind = 'platform_fees'), 0)
          else 0 end as fee_back
      from credits
      join ledger_entries e on e.transaction_id = credits.id
      join ledger_accounts a on a.id = e.ledger_account_id
      group by credits.id, credits.instance_id, credits.created_at)
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      instance_id as "instanceId", sum(credited)::bigint as credited,
      sum(fee_back)::bigint as "feeBack"
    from amounts group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Hours in which a ledger account of an owner has automatic credits. */
async function selectCreditHours(
  db: Db,
  accountId: AccountId,
  { from, to }: Period,
): Promise<{ account: string; at: Date }[]> {
  const { rows } = await sql<{ account: string; at: Date }>`
    select hour.ledger_account_id as account, hour.period as at
    from ledger_rollups day join ledger_rollups hour
      on hour.ledger_account_id = day.ledger_account_id and hour.span = 'hour'
      and hour.period >= day.period and hour.period < day.period + interval '24 hours'
      and hour.kind = day.kind
    where day.owner_account_id = ${accountId} and day.span = 'day'
      and day.period >= ${from} and day.period < ${to}
      and day.line = 'credit' and day.kind = 'service_credit'
    order by 1, 2`.execute(db)
  return rows
}
