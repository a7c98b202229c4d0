import type { AccountId, InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { ReceiptCount, ReceiptRecord } from '@gridloom/contract/receipts/signed-receipt'
import type { StatementAmounts } from '@gridloom/contract/receipts/signed-statement'
import type { ColumnType, Generated } from 'kysely'

/** A jsonb column: read as a value, written as text. */
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/**
 * The tables of `migrations/0211-signed-receipts.sql`, `0233-signed-statements.sql` and `0234-receipt-days-on-chain.sql`. A
 * type, as Kysely requires.
 */
export type ReceiptTables = {
  /** Written by the database with each interval and credit. */
  receipt_records_due: {
    number: Generated<number>
    instance_id: InstanceId
    kind: 'interval' | 'credit'
    key: string
  }
  receipt_chains: {
    instance_id: InstanceId
    machine_id: MachineId
    last_number: number
    last_hash: string
    running_s: number
    stopped_s: number
    micro_usd: number
    credited_micro_usd: number
  }
  receipt_records: {
    instance_id: InstanceId
    number: number
    kind: ReceiptRecord['kind']
    key: string
    from_at: Date
    to_at: Date
    from_s: number
    seconds: number
    micro_usd_per_hour: number
    micro_usd: number
    count: NullableJson<ReceiptCount>
    previous: string
    hash: string
    recorded_at: Date
  }
  receipt_days: {
    /** As text, `2026-11-28`. */
    day: ColumnType<string, string, never>
    leaves: number
    root: string
    previous: string
    hash: string
    signature: string
    published_at: Date
  }
  receipt_leaves: {
    /** The instance or the account. */
    subject_id: string
    day: ColumnType<string, string, never>
    number: number
    index: number
    path: string[]
  }
  statement_days: {
    account_id: AccountId
    number: number
    day: ColumnType<string, string, never>
    transactions: number
    lines_hash: string
    balances: ColumnType<StatementAmounts, string, never>
    previous: string
    hash: string
  }
  statement_days_closed: {
    day: ColumnType<string, string, never>
    closed_at: Date
  }
  receipt_day_transactions: {
    day: ColumnType<string, string, never>
    day_hash: string
    chain_id: number
    sender: string
    nonce: number
    hashes: string[]
    raw: string
    max_fee_wei: string
    priority_fee_wei: string
    signed_at: Date
    hash: string | null
    height: number | null
  }
}
