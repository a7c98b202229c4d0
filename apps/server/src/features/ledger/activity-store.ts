import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { Period } from './credit-days-store.ts'

/** An account in a period, both of whose ends are full hours. */
export type ActivityOf = Period & { readonly accountId: AccountId }

/** Sums what an account paid, less what automatic credits gave back; without welcome credit. */
export async function sumPaid(db: Db, { accountId, from, to }: ActivityOf): Promise<MicroUsd> {
  const { rows } = await sql<{ sum: MicroUsd }>`
    select coalesce(-sum(available_micro_usd + held_micro_usd), 0)::bigint as sum from ledger_rollups
    where owner_account_id = ${accountId} and span = 'hour' and period >= ${from} and period < ${to}
      and (line = 'charge' or kind = 'service_credit')
      and split_part(ledger_account_id, ':', 1) in ('available', 'held')`.execute(db)
  return rows[0]?.sum ?? 0
}

/** What the machines of an account earned of paid money, and on how many UTC days. */
export interface HostingActivity {
  readonly earned: MicroUsd
  readonly days: number
}

export async function readHosting(
  db: Db,
  { accountId, from, to }: ActivityOf,
): Promise<HostingActivity> {
  const { rows } = await sql<HostingActivity>`
    select coalesce(sum(earned_micro_usd), 0)::bigint as earned,
      count(distinct (period at time zone 'UTC')::date) filter (where earned_micro_usd > 0)::int as days
    from ledger_rollups
    where owner_account_id = ${accountId} and span = 'hour' and period >= ${from} and period < ${to}
      and (line = 'earning' or kind = 'service_credit') and starts_with(ledger_account_id, 'earned:mch_')`.execute(
    db,
  )
  return rows[0] ?? { earned: 0, days: 0 }
}

/** Instances of an account that ran for a price, and their charged seconds. */
export interface RentingActivity {
  readonly instances: number
  readonly seconds: number
}

export async function readRenting(
  db: Db,
  { accountId, from, to }: ActivityOf,
): Promise<RentingActivity> {
  const { rows } = await sql<RentingActivity>`
    select count(distinct u.instance_id)::int as instances, coalesce(sum(u.seconds), 0)::bigint as seconds
    from ledger_accounts a join usage_intervals u on a.id = 'held:' || u.instance_id
    where a.owner_account_id = ${accountId} and a.kind = 'held' and a.captured_micro_usd > 0
      and u.kind = 'running' and u.micro_usd > 0 and u.to_at > ${from} and u.to_at <= ${to}`.execute(
    db,
  )
  return rows[0] ?? { instances: 0, seconds: 0 }
}
