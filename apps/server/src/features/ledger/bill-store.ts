import {
  type AccountId,
  InstanceId,
  RenderJobId,
  ReservationId,
  VolumeId,
} from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Bill } from '@gridloom/contract/ledger/bill'
import type { Product } from '@gridloom/contract/ledger/line'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { CreditDay, Period } from './credit-days-store.ts'

/** The spending and earnings of one product on one UTC day; automatic credits are subtracted from both. */
export interface ProductDay {
  /** As `2026-11-21`. */
  readonly day: string
  readonly product: Product
  readonly spent: MicroUsd
  /** Automatic credits that the account got. */
  readonly credited: MicroUsd
  readonly earned: MicroUsd
  /** Automatic credits that the account paid of its earnings, without the platform's part. */
  readonly paidBack: MicroUsd
  /** Of the charges: the platform's part of credits is not subtracted. */
  readonly fee: MicroUsd
}

/** Returns the days of a period with charges, earnings or automatic credits, by product. */
export async function selectProductDays(
  db: Db,
  accountId: AccountId,
  { from, to }: Period,
): Promise<ProductDay[]> {
  const { rows } = await sql<ProductDay>`
    select to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day, product,
      coalesce(-sum(${moved}) filter (where line = 'charge'), 0)::bigint
        - coalesce(sum(available_micro_usd) filter (where ${isCredit}), 0)::bigint as spent,
      coalesce(sum(available_micro_usd) filter (where ${isCredit}), 0)::bigint as credited,
      sum(earned_micro_usd)::bigint as earned,
      coalesce(-sum(earned_micro_usd) filter (where ${isCredit}), 0)::bigint as "paidBack",
      coalesce(sum(fee_micro_usd) filter (where line = 'earning'), 0)::bigint as fee
    from ledger_rollups
    where owner_account_id = ${accountId} and span = 'day' and period >= ${from} and period < ${to}
      and (line in ('charge', 'earning') or ${isCredit})
    group by period, product order by period, product`.execute(db)
  return rows
}

const isCredit = sql`kind = 'service_credit'`
/** Charges are taken from holds; storage on our own computers, from the balance. */
const moved = sql`held_micro_usd + available_micro_usd`

/** Returns the resources that cost most in a period after their credits, highest first. */
export async function selectItems(
  db: Db,
  accountId: AccountId,
  { from, to, limit, credits }: Period & { limit: number; credits: readonly CreditDay[] },
): Promise<Bill['items']> {
  const { rows } = await sql<ItemRow>`
    select product, subject, sum(charged - credited)::bigint as spent,
      sum(credited)::bigint as credited
    from (
      select product, subject, -(${moved}) as charged, 0 as credited from ledger_rollups
      where owner_account_id = ${accountId} and span = 'day' and period >= ${from} and period < ${to}
        and line = 'charge'
      union all select 'compute', instance_id, 0, credited from unnest(
        ${credits.map(({ instanceId }) => instanceId)}::text[],
        ${credits.map(({ credited }) => credited)}::bigint[]) as credits (instance_id, credited)
      where credited <> 0) sums
    group by product, subject order by spent desc, product, subject limit ${limit}`.execute(db)
  return rows.map(({ product, subject, spent, credited }) => ({
    product,
    instance_id: InstanceId.safeParse(subject).data ?? null,
    render_job_id: RenderJobId.safeParse(subject).data ?? null,
    volume_id: VolumeId.safeParse(subject).data ?? null,
    reservation_id: ReservationId.safeParse(subject).data ?? null,
    spent_micro_usd: spent,
    credited_micro_usd: credited,
  }))
}

interface ItemRow {
  product: Product
  subject: string
  spent: MicroUsd
  credited: MicroUsd
}
