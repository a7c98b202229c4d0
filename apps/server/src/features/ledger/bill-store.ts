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

/** The spending and earnings of one product on one UTC day. */
export interface ProductDay {
  /** As `2026-11-21`. */
  readonly day: string
  readonly product: Product
  readonly spent: MicroUsd
  readonly earned: MicroUsd
  readonly fee: MicroUsd
}

export interface Period {
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

const amounts = sql`
  coalesce(-sum(held_micro_usd) filter (where line = 'charge'), 0)::bigint as spent,
  coalesce(sum(earned_micro_usd) filter (where line = 'earning'), 0)::bigint as earned,
  coalesce(sum(fee_micro_usd) filter (where line = 'earning'), 0)::bigint as fee`

/** Returns the days of a period with charges or earnings, by product. */
export async function selectProductDays(
  db: Db,
  accountId: AccountId,
  { from, to }: Period,
): Promise<ProductDay[]> {
  const { rows } = await sql<ProductDay>`
    select to_char(period at time zone 'UTC', 'YYYY-MM-DD') as day, product, ${amounts}
    from ledger_rollups
    where owner_account_id = ${accountId} and span = 'day' and period >= ${from} and period < ${to}
      and line in ('charge', 'earning')
    group by period, product order by period, product`.execute(db)
  return rows
}

/** Returns the months of a period with charges or earnings, newest first. */
export async function selectMonths(
  db: Db,
  accountId: AccountId,
  { from, to }: Period,
): Promise<Bill['months']> {
  const { rows } = await sql<{ month: string } & Omit<ProductDay, 'day' | 'product'>>`
    select to_char(period at time zone 'UTC', 'YYYY-MM') as month, ${amounts}
    from ledger_rollups
    where owner_account_id = ${accountId} and span = 'day' and period >= ${from} and period < ${to}
      and line in ('charge', 'earning')
    group by 1 order by 1 desc`.execute(db)
  return rows.map(({ month, spent, earned, fee }) => ({
    month,
    spent_micro_usd: spent,
    earned_micro_usd: earned,
    fee_micro_usd: fee,
  }))
}

/** Returns the resources that were charged most in a period, highest first. */
export async function selectItems(
  db: Db,
  accountId: AccountId,
  { from, to, limit }: Period & { limit: number },
): Promise<Bill['items']> {
  const { rows } = await sql<{ product: Product; subject: string; spent: number }>`
    select product, subject, -sum(held_micro_usd)::bigint as spent from ledger_rollups
    where owner_account_id = ${accountId} and span = 'day' and period >= ${from} and period < ${to}
      and line = 'charge'
    group by product, subject order by spent desc, product, subject limit ${limit}`.execute(db)
  return rows.map(({ product, subject, spent }) => ({
    product,
    instance_id: InstanceId.safeParse(subject).data ?? null,
    render_job_id: RenderJobId.safeParse(subject).data ?? null,
    volume_id: VolumeId.safeParse(subject).data ?? null,
    reservation_id: ReservationId.safeParse(subject).data ?? null,
    spent_micro_usd: spent,
  }))
}
