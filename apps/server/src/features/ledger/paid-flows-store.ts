import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import { idsOfPeriod } from './transaction-ids.ts'

/** What one account paid another one for what it rented, in paid money, less the platform's fee. */
export interface PaidFlow {
  readonly from: AccountId
  readonly to: AccountId
  readonly microUsd: MicroUsd
}

/** Returns what accounts paid to each provider since a time, most first; at most `limit`. */
export async function selectPaidFlows(
  db: Db,
  { payers, since, limit }: { payers: readonly AccountId[]; since: Date; limit: number },
): Promise<PaidFlow[]> {
  const ids = idsOfPeriod({ from: since, to: undefined })
  const { rows } = await sql<{ payer: AccountId; provider: AccountId; microUsd: MicroUsd }>`
    with paid as (
      select e.transaction_id as id, e.owner_account_id as payer
      from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
      where e.owner_account_id = any(${[...payers]}::text[]) and e.transaction_id >= ${ids.from}
        and a.kind in ('available', 'held')
      group by 1, 2 having sum(e.amount_micro_usd) < 0)
    select paid.payer, p.owner_account_id as provider, sum(p.amount_micro_usd)::bigint as "microUsd"
    from paid join ledger_entries p on p.transaction_id = paid.id and p.amount_micro_usd > 0
      join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'earned'
    where p.owner_account_id <> paid.payer
    group by 1, 2 order by 3 desc limit ${limit}`.execute(db)
  return rows.map(({ payer, provider, microUsd }) => ({ from: payer, to: provider, microUsd }))
}

/** Returns what providers earned in paid money since a time. */
export async function selectIncomes(
  db: Db,
  { providers, since }: { providers: readonly AccountId[]; since: Date },
): Promise<Map<AccountId, MicroUsd>> {
  const ids = idsOfPeriod({ from: since, to: undefined })
  const { rows } = await sql<{ id: AccountId; microUsd: MicroUsd }>`
    select e.owner_account_id as id, sum(e.amount_micro_usd)::bigint as "microUsd"
    from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
    where e.owner_account_id = any(${[...providers]}::text[]) and e.transaction_id >= ${ids.from}
      and a.kind = 'earned' and e.amount_micro_usd > 0
    group by 1`.execute(db)
  return new Map(rows.map(({ id, microUsd }) => [id, microUsd]))
}
