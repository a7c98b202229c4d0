import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Product } from '@gridloom/contract/ledger/line'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { CreditDay } from '../ledger/index.ts'

/** The charges of one UTC day less the automatic credits, for one product and label. */
export interface LabelDay {
  /** As `2026-11-21`. */
  readonly day: string
  readonly product: Product
  /** The label of the instances that were charged, as it is now; `null` for other products. */
  readonly label: string | null
  readonly microUsd: MicroUsd
}

/** Returns what an account paid since a time, by day, product and label of instances. */
export async function selectLabelDays(
  db: Db,
  accountId: AccountId,
  { since, credits }: { since: Date; credits: readonly CreditDay[] },
): Promise<LabelDay[]> {
  const { rows } = await sql<LabelDay>`
    select sums.day, sums.product, instance.label, sum(sums.paid)::bigint as "microUsd"
    from (
      select to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day, product, subject,
        -held_micro_usd as paid from ledger_rollups
      where owner_account_id = ${accountId} and span = 'day' and period >= ${since}
        and line = 'charge'
      union all select day, 'compute', instance_id, -credited from unnest(
        ${credits.map(({ day }) => day)}::text[],
        ${credits.map(({ instanceId }) => instanceId)}::text[],
        ${credits.map(({ credited }) => credited)}::bigint[]) as credits (day, instance_id, credited)
    ) sums
    left join instances instance on sums.product = 'compute' and instance.id = sums.subject
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Whether the account ever ordered an instance, reserved slots or was charged anything. */
export async function hasRented(db: Db, accountId: AccountId): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from instances where account_id = ${accountId})
      or exists (select 1 from reservations where account_id = ${accountId})
      or exists (select 1 from ledger_rollups
        where owner_account_id = ${accountId} and span = 'day' and line = 'charge') as has`.execute(
    db,
  )
  return rows[0]?.has ?? false
}

export async function countRunning(db: Db, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from instances
    where account_id = ${accountId} and state = 'running'`.execute(db)
  return rows[0]?.count ?? 0
}
