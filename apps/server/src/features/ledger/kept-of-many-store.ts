import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { Period } from './credit-days-store.ts'
import { idsOfPeriod } from './transaction-ids.ts'

/**
 * Sums the fees that the platform kept of charges that any of some accounts paid, or whose machine is theirs. Only paid
 * money counts, as in {@link selectKeptFees}, and each charge once, whoever is on its sides. `of`: those that the
 * accounts of `payers` paid.
 */
export async function sumKeptFees(
  db: Db,
  {
    accountIds,
    payers,
    from,
    to,
  }: Period & {
    accountIds: readonly AccountId[]
    payers: readonly AccountId[]
  },
): Promise<{ fees: MicroUsd; of: MicroUsd }> {
  const ids = idsOfPeriod({ from, to })
  const { rows } = await sql<{ fees: MicroUsd; of: MicroUsd }>`
    with charges as (
      select distinct e.transaction_id as id
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.owner_account_id = any(${[...accountIds]}::text[])
        and e.transaction_id >= ${ids.from} and e.transaction_id < ${ids.before}
        and t.kind in ('capture', 'service_credit') and t.created_at >= ${from} and t.created_at < ${to}),
    moved as (
      select e.transaction_id as id, min(e.owner_account_id) as payer,
        coalesce(-sum(e.amount_micro_usd) filter (where a.kind in ('available', 'held')), 0) as paid,
        -sum(e.amount_micro_usd) as whole
      from charges join ledger_entries e on e.transaction_id = charges.id
        join ledger_accounts a on a.id = e.ledger_account_id
      where a.kind in ('available', 'held', 'welcome', 'welcome_held')
      group by 1),
    fees as (
      select moved.payer, floor(fee.amount_micro_usd::numeric * moved.paid / moved.whole) as fee
      from moved join ledger_entries fee
        on fee.transaction_id = moved.id and fee.ledger_account_id = 'platform_fees'
      where moved.whole <> 0)
    select coalesce(sum(fee), 0)::bigint as fees,
      coalesce(sum(fee) filter (where payer = any(${[...payers]}::text[])), 0)::bigint as "of"
    from fees`.execute(db)
  return rows[0] ?? { fees: 0, of: 0 }
}
