import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { Period } from './credit-days-store.ts'
import { idsOfPeriod } from './transaction-ids.ts'

interface FeesOfMany extends Period {
  readonly accountIds: readonly AccountId[]
  readonly payers: readonly AccountId[]
}

/**
 * Sums the fees that the platform kept of charges that any of some accounts paid, or whose machine is theirs. Only paid
 * money counts, as in `selectKeptFees`, and each charge once, whoever is on its sides. `of`: those that the accounts of
 * `payers` paid. Whole days come from their sums, what is newer from the entries; the period begins with a UTC day.
 */
export async function sumKeptFees(
  db: Db,
  { from, to, ...accounts }: FeesOfMany,
): Promise<{ fees: MicroUsd; of: MicroUsd }> {
  const summed = await selectSummed(db)
  const isKnown = summed !== undefined && summed.since <= from && summed.before > from
  const newerFrom = isKnown ? summed.before : from
  const newer = await sumOfEntries(db, { ...accounts, from: newerFrom, to })
  if (!isKnown) return newer
  const days = await sumOfDays(db, { ...accounts, from, to: newerFrom })
  return { fees: days.fees + newer.fees, of: days.of + newer.of }
}

/** The days whose fees are summed. */
export interface SummedDays {
  readonly since: Date
  /** Exclusive. */
  readonly before: Date
}

export async function selectSummed(db: Db): Promise<SummedDays | undefined> {
  const { rows } = await sql<SummedDays>`select since::timestamp at time zone 'UTC' as since,
    (through + 1)::timestamp at time zone 'UTC' as before from kept_fee_days_summed`.execute(db)
  return rows[0]
}

async function sumOfDays(
  db: Db,
  { accountIds, payers, from, to }: FeesOfMany,
): Promise<{ fees: MicroUsd; of: MicroUsd }> {
  const { rows } = await sql<{ fees: MicroUsd; of: MicroUsd }>`
    with tree as materialized (select unnest(${[...accountIds]}::text[]) as id),
    payers as materialized (select unnest(${[...payers]}::text[]) as id),
    paid as (
      select d.payer, sum(d.fee_micro_usd) as fee
      from tree join kept_fee_days d on d.payer = tree.id
      where ${daysWithin({ from, to })} group by 1),
    earned as (
      select d.payer, sum(d.fee_micro_usd) as fee
      from tree join kept_fee_days d on d.provider = tree.id
      where ${daysWithin({ from, to })} group by 1)
    select ((select coalesce(sum(fee), 0) from paid)
        + (select coalesce(sum(fee), 0) from earned where payer not in (select id from tree)))::bigint as fees,
      (select coalesce(sum(fee), 0)::bigint from paid where payer in (select id from payers)) as "of"`.execute(
    db,
  )
  return rows[0] ?? { fees: 0, of: 0 }
}

function daysWithin({ from, to }: Period) {
  return sql`d.day >= (${from}::timestamptz at time zone 'UTC')::date
    and d.day < (${to}::timestamptz at time zone 'UTC')::date`
}

async function sumOfEntries(
  db: Db,
  { accountIds, payers, from, to }: FeesOfMany,
): Promise<{ fees: MicroUsd; of: MicroUsd }> {
  const ids = idsOfPeriod({ from, to })
  const { rows } = await sql<{ fees: MicroUsd; of: MicroUsd }>`
    with tree as materialized (select unnest(${[...accountIds]}::text[]) as id),
    payers as materialized (select unnest(${[...payers]}::text[]) as id),
    charges as materialized (
      select distinct e.transaction_id as id
      from ledger_entries e join tree on tree.id = e.owner_account_id
      where e.transaction_id >= ${ids.from} and e.transaction_id < ${ids.before}),
    fees as (${feesOf({ from, to }, sql`t.id in (select id from charges)`)})
    select coalesce(sum(fee), 0)::bigint as fees,
      coalesce(sum(fee) filter (where payer in (select id from payers)), 0)::bigint as "of"
    from fees`.execute(db)
  return rows[0] ?? { fees: 0, of: 0 }
}

/**
 * The kept fee of each charge `t` of a period that satisfies a condition, with who paid it and whose machine earned. The
 * range of ids is told of both tables: otherwise all entries of all time may be read.
 */
function feesOf({ from, to }: Period, condition: ReturnType<typeof sql>) {
  const ids = idsOfPeriod({ from, to })
  return sql`
    select moved.payer, moved.provider,
      floor(moved.fee::numeric * moved.paid / moved.whole) as fee
    from (
      select t.id,
        min(e.owner_account_id) filter (where ${ofPayer}) as payer,
        min(e.owner_account_id) filter (where a.kind in ('earned', 'welcome_earned')) as provider,
        coalesce(-sum(e.amount_micro_usd) filter (where a.kind in ('available', 'held')), 0) as paid,
        -sum(e.amount_micro_usd) filter (where ${ofPayer}) as whole,
        sum(e.amount_micro_usd) filter (where e.ledger_account_id = 'platform_fees') as fee
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.ledger_account_id
      where t.kind in ('capture', 'service_credit') and ${condition}
        and t.id >= ${ids.from} and t.id < ${ids.before}
        and e.transaction_id >= ${ids.from} and e.transaction_id < ${ids.before}
        and t.created_at >= ${from} and t.created_at < ${to}
      group by t.id) moved
    where moved.whole <> 0 and moved.fee is not null`
}

const ofPayer = sql`a.kind in ('available', 'held', 'welcome', 'welcome_held')`

/** Stores the sums of a UTC day, such as `2026-11-28`, that is the first, or follows the last one that is summed. */
export async function insertKeptFeeDay(tx: Tx, day: string): Promise<void> {
  const from = new Date(`${day}T00:00:00Z`)
  const to = new Date(from.getTime() + 86_400_000)
  await sql`insert into kept_fee_days (day, payer, provider, fee_micro_usd)
    select ${day}::date, payer, coalesce(provider, ''), sum(fee)::bigint
    from (${feesOf({ from, to }, sql`true`)}) fees
    where payer is not null group by 2, 3`.execute(tx.db)
  await sql`insert into kept_fee_days_summed (since, through) values (${day}::date, ${day}::date)
    on conflict (only_row) do update set through = excluded.through`.execute(tx.db)
}

/** Locks which days are summed, until the transaction ends. */
export async function lockSummed({ db }: Tx): Promise<SummedDays | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('kept-fee-days', 0))`.execute(db)
  return selectSummed(db)
}

/** Deletes the sums of days before one. */
export async function deleteKeptFeeDays({ db }: Tx, before: string): Promise<void> {
  await sql`delete from kept_fee_days where day < ${before}::date`.execute(db)
  await sql`update kept_fee_days_summed set since = greatest(since, ${before}::date)`.execute(db)
}
