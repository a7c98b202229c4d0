import { InstanceId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ReceiptLine } from '@gridloom/contract/instances/receipt'
import type { MachineCount } from '@gridloom/contract/receipts/signed-receipt'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { LedgerTables } from './schema.ts'

/** A charged interval, with what its machine had counted by its end. */
export interface ChargedInterval extends Omit<ReceiptLine, 'transaction_id'> {
  readonly instance_id: InstanceId
  readonly counted: MachineCount | null
}

/** Returns the intervals with these keys. */
export async function selectIntervals(db: Db, keys: readonly string[]): Promise<ChargedInterval[]> {
  if (keys.length === 0) return []
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('usage_intervals')
    .selectAll()
    .where('key', 'in', keys)
    .execute()
  return rows.map(({ from_at, to_at, transaction_id: _transaction, instance_id, ...rest }) => ({
    ...rest,
    instance_id: InstanceId.parse(instance_id),
    from: from_at.toISOString(),
    to: to_at.toISOString(),
  }))
}

/** A payment of an automatic credit. */
export interface PaidCredit {
  /** Of its transaction. */
  readonly id: string
  readonly at: Date
  /** What its renter got, welcome credit included. */
  readonly microUsd: MicroUsd
}

/** Returns the payments of automatic credits with these transactions. */
export async function selectPaidCredits(db: Db, ids: readonly string[]): Promise<PaidCredit[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PaidCredit>`
    select t.id, t.created_at as at, sum(e.amount_micro_usd)::bigint as "microUsd"
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.ledger_account_id
    where t.id = any(${ids}::text[]) and a.kind in ('available', 'welcome')
    group by t.id, t.created_at`.execute(db)
  return rows
}
