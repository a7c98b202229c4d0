import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { PayoutState } from '@gridloom/contract/payouts/payout'
import type { Payee, PayoutSchedule } from '@gridloom/contract/payouts/settings'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string | null, string | null>
/** An integer of up to 78 digits, as text. */
type Digits = string

/** The tables of `migrations/0223-payouts.sql` and `0224-payout-transactions.sql`. A type, as Kysely requires. */
export type PayoutTables = {
  payouts: {
    id: PayoutId
    account_id: AccountId
    state: PayoutState
    chain_id: number
    token: string
    symbol: string
    address: string
    micro_usd: number
    fee_micro_usd: number
    token_units: Digits
    approvals_needed: number
    payee: Json<Payee | null>
    week: ColumnType<Date | null, string | null, never>
    sender: Generated<string | null>
    nonce: Generated<number | null>
    tx_hash: Generated<string | null>
    reason: Generated<string | null>
    requested_at: Date
    signed_at: Generated<Date | null>
    ended_at: Generated<Date | null>
  }
  payout_approvals: { payout_id: PayoutId; operator_account_id: AccountId; at: Date }
  payout_settings: {
    account_id: AccountId
    schedule: PayoutSchedule
    threshold_micro_usd: number
    chain_id: number | null
    token: string | null
    payee: Json<Payee | null>
    updated_at: Date
  }
  payout_transactions: {
    hash: string
    payout_id: PayoutId
    attempt: number
    raw: string
    max_fee_wei: Digits
    priority_fee_wei: Digits
    signed_at: Date
  }
}

export type PayoutRow = Selectable<PayoutTables['payouts']>
export type PayoutSettingsRow = Selectable<PayoutTables['payout_settings']>
export type AttemptRow = Selectable<PayoutTables['payout_transactions']>
