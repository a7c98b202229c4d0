import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { ReceiptLine } from '@gridloom/contract/instances/receipt'
import type { ServiceCreditReason } from '@gridloom/contract/ledger/service-credit'
import type { TransactionKind } from '@gridloom/contract/ledger/statement'
import type { MachineCount } from '@gridloom/contract/receipts/signed-receipt'
import type { ColumnType, Generated } from 'kysely'

export type LedgerAccountKind =
  | 'available'
  | 'welcome'
  | 'held'
  | 'welcome_held'
  | 'earned'
  | 'welcome_earned'
  | 'reward'
  | 'payout'
  | 'debt'
  | 'mission'
  | 'platform_credit'
  | 'platform_fees'
  | 'platform_assets'

/**
 * The tables of `migrations/0020-ledger.sql`, `0092-welcome-credit.sql`, `0154-platform-fee.sql` and
 * `0214-money-in-and-out.sql`. Amounts are integer micro-dollars. A type, as Kysely requires.
 */
export type LedgerTables = {
  ledger_accounts: {
    id: string
    kind: LedgerAccountKind
    owner_account_id: string | null
    /** `null` for the platform's own accounts, which store none. */
    balance_micro_usd: number | null
    captured_micro_usd: Generated<number>
    /** Of a hold: the platform fee of what is captured from it, fixed when it was opened; else `null`. */
    fee_basis_points: Generated<number | null>
    /** Of a spendable balance: whether holds ask the budgets of its account. Written by the table of budgets. */
    budgeted: Generated<boolean>
    /** Of a hold: the project that it was opened for. */
    project: Generated<string | null>
  }
  platform_fee_changes: {
    id: Generated<number>
    basis_points: number
    at: Date
  }
  ledger_transactions: {
    id: string
    idempotency_key: string
    kind: TransactionKind
    text: string
    instance_id: string | null
    render_job_id: string | null
    allowance_id: string | null
    volume_id: string | null
    reservation_id: string | null
    created_at: Date
    written_in: Generated<string>
  }
  ledger_entries: {
    transaction_id: string
    ledger_account_id: string
    amount_micro_usd: number
    owner_account_id: Generated<string | null>
  }
  usage_intervals: {
    key: string
    instance_id: string
    kind: ReceiptLine['kind']
    from_at: Date
    to_at: Date
    seconds: number
    micro_usd_per_hour: number
    micro_usd: number
    transaction_id: string | null
    /** What the machine had counted by then, as it signed it. */
    counted: ColumnType<MachineCount | null, string | null | undefined, string | null>
  }
  service_credits: {
    key: string
    instance_id: InstanceId
    machine_id: MachineId
    reason: ServiceCreditReason
    at: Date
    seconds: number | null
    percent: number | null
    owed_micro_usd: number
    paid_micro_usd: Generated<number>
    paid_welcome_micro_usd: Generated<number>
  }
}
