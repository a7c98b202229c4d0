import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Product } from '@gridloom/contract/ledger/line'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { Period } from './credit-days-store.ts'
import { idsOfPeriod } from './transaction-ids.ts'

/** The fees that the platform kept of one account's charges for one product on one UTC day. */
export interface KeptFees {
  /** As `2026-11-21`. */
  readonly day: string
  readonly product: Product
  /** Charges in paid money, less what automatic credits gave back. */
  readonly spent: MicroUsd
  /** The platform's part of them: below zero on a day on which more was given back. */
  readonly fee: MicroUsd
}

/**
 * Returns the fees of a period of whole UTC days by day and product. Only paid money counts: of a charge that welcome
 * credit paid in part, its part of the fee, rounded down. Charges of machines of `except` are left out.
 */
export async function selectKeptFees(
  db: Db,
  { accountId, from, to, except }: Period & { accountId: AccountId; except: readonly AccountId[] },
): Promise<KeptFees[]> {
  const ids = idsOfPeriod({ from, to })
  const { rows } = await sql<KeptFees>`
    with moved as (
      select e.transaction_id as id,
        coalesce(-sum(e.amount_micro_usd) filter (where a.kind in ('available', 'held')), 0) as paid,
        -sum(e.amount_micro_usd) as whole
      from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
      where e.owner_account_id = ${accountId}
        and e.transaction_id >= ${ids.from} and e.transaction_id < ${ids.before}
        and a.kind in ('available', 'held', 'welcome', 'welcome_held')
      group by 1)
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      case when coalesce(t.instance_id, t.reservation_id) is not null then 'compute'
        when t.render_job_id is not null then 'rendering'
        when t.allowance_id is not null then 'models' else 'storage' end as product,
      sum(moved.paid)::bigint as spent,
      sum(floor(fee.amount_micro_usd::numeric * moved.paid / moved.whole))::bigint as fee
    from moved join ledger_transactions t on t.id = moved.id
      join ledger_entries fee on fee.transaction_id = moved.id and fee.ledger_account_id = 'platform_fees'
    where t.kind in ('capture', 'service_credit') and moved.whole <> 0
      and t.created_at >= ${from} and t.created_at < ${to}
      and not exists (select from ledger_entries p join ledger_accounts a on a.id = p.ledger_account_id
        where p.transaction_id = moved.id and a.kind in ('earned', 'welcome_earned')
          and p.owner_account_id = any(${[...except]}::text[]))
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}
