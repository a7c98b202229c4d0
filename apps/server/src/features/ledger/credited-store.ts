import type { AccountId, TransactionId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { TransactionKind } from '@gridloom/contract/ledger/statement'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { timeOf } from '../../platform/ids.ts'
import { idsOfPeriod } from './transaction-ids.ts'

/** A filter of what an account was credited. */
export interface CreditedFilter {
  readonly accountId: AccountId
  readonly kinds: readonly TransactionKind[]
  readonly from: Date | undefined
  /** Exclusive. */
  readonly to: Date | undefined
  /** Only transactions before this one. */
  readonly before: TransactionId | undefined
  readonly limit: number
}

/** An amount above zero that an account was credited. */
export interface Credited {
  readonly transactionId: TransactionId
  readonly kind: TransactionKind
  readonly text: string
  readonly microUsd: MicroUsd
  readonly at: Date
}

const dayMs = 86_400_000

/**
 * Returns what an account was credited, newest first. The rollups know the days that have such credits, and only their
 * entries are read: an account has thousands of charges for one credit.
 */
export async function selectCredited(db: Db, filter: CreditedFilter): Promise<Credited[]> {
  const days = (await selectDays(db, filter)).map((from) =>
    idsOfPeriod({ from, to: new Date(from.getTime() + dayMs) }),
  )
  if (days.length === 0) return []
  const { from, to, before } = filter
  const { rows } = await sql<Credited>`
    select t.id as "transactionId", t.kind, t.text, t.created_at as at,
      sum(e.amount_micro_usd)::bigint as "microUsd"
    from unnest(${days.map((day) => day.from)}::text[], ${days.map((day) => day.before)}::text[])
        as day (from_id, before_id)
      join ledger_entries e on e.owner_account_id = ${filter.accountId}
        and e.transaction_id >= day.from_id and e.transaction_id < day.before_id
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.ledger_account_id and a.kind in ('available', 'welcome', 'reward')
    where t.kind = any(${filter.kinds}::text[]) and e.amount_micro_usd > 0
      and ${from === undefined ? sql`true` : sql`t.created_at >= ${from}`}
      and ${to === undefined ? sql`true` : sql`t.created_at < ${to}`}
      and ${before === undefined ? sql`true` : sql`t.id < ${before}`}
    group by t.id order by t.id desc limit ${filter.limit}`.execute(db)
  return rows
}

/** Each day has at least one such credit, so one day more than lines are enough; the cursor's day may have none left. */
async function selectDays(
  db: Db,
  { accountId, kinds, from, to, before, limit }: CreditedFilter,
): Promise<Date[]> {
  const last = before === undefined ? undefined : timeOf(before)
  const { rows } = await sql<{ period: Date }>`select distinct period from ledger_rollups
    where owner_account_id = ${accountId} and span = 'day' and line = 'credit'
      and kind = any(${kinds}::text[])
      and ${from === undefined ? sql`true` : sql`period > ${new Date(from.getTime() - dayMs)}`}
      and ${to === undefined ? sql`true` : sql`period < ${to}`}
      and ${last === undefined ? sql`true` : sql`period <= ${last}`}
    order by period desc limit ${limit + 1}`.execute(db)
  return rows.map(({ period }) => period)
}
