import type { AccountId, PayoutId } from '@gridloom/contract/core/ids'
import type { PayoutState } from '@gridloom/contract/payouts/payout'
import type { Payee, PayoutSchedule } from '@gridloom/contract/payouts/settings'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string | null, string | null>
/** An integer of up to 78 digits, as text. */
type Digits = string

/** The tables of `migrations/0223-payouts.sql` and those after it about payouts. A type, as Kysely requires. */
export type PayoutTables = {
  payouts: {
    id: PayoutId
    account_id: AccountId
    state: PayoutState
    method: 'wallet' | 'bank' | 'stripe'
    chain_id: number | null
    token: string | null
    symbol: string | null
    address: string | null
    micro_usd: number
    fee_micro_usd: number
    token_units: Digits | null
    iban: string | null
    bic: string | null
    holder: string | null
    file_number: Generated<number | null>
    stripe_account: string | null
    transfer_attempt: Generated<number>
    transfer_id: Generated<string | null>
    approvals_needed: number
    payee: Json<Payee | null>
    week: ColumnType<Date | null, string | null, never>
    sender: Generated<string | null>
    nonce: Generated<number | null>
    batch_id: Generated<number | null>
    batch_index: Generated<number | null>
    tx_hash: Generated<string | null>
    reason: Generated<string | null>
    /** Why an operator must say what became of it; `null`: nothing to say. */
    unresolved: Generated<'nonce_used' | 'unclear' | null>
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
    to_bank: Generated<boolean>
    to_stripe: Generated<boolean>
    payee: Json<Payee | null>
    updated_at: Date
  }
  payout_transactions: {
    hash: string
    /** Either of the two: what its nonce is for. */
    payout_id: PayoutId | null
    batch_id: Generated<number | null>
    attempt: number
    raw: string
    max_fee_wei: Digits
    priority_fee_wei: Digits
    signed_at: Date
  }
  payout_batches: {
    id: Generated<number>
    chain_id: number
    token: string
    sender: string
    nonce: number
    contract: string
    /** Of a transaction that allows the contract to move tokens, and pays nobody. */
    allowance_units: Digits | null
    state: 'signed' | 'broadcast' | 'ended'
    signed_at: Date
    ended_at: Generated<Date | null>
  }
}

export type PayoutRow = Selectable<PayoutTables['payouts']>

/** A payout as a stablecoin, as the database checks it. */
export type WalletPayoutRow = PayoutRow & {
  method: 'wallet'
  chain_id: number
  token: string
  symbol: string
  address: string
  token_units: Digits
}

/** A payout to a bank account, as the database checks it. */
export type BankPayoutRow = PayoutRow & { method: 'bank'; iban: string; holder: string }

/** A payout by Stripe, as the database checks it. */
export type StripePayoutRow = PayoutRow & { method: 'stripe'; stripe_account: string }

export function isToWallet<Row extends PayoutRow>(row: Row): row is Row & WalletPayoutRow {
  return row.method === 'wallet'
}

export function isToBank<Row extends PayoutRow>(row: Row): row is Row & BankPayoutRow {
  return row.method === 'bank'
}

export function isByStripe<Row extends PayoutRow>(row: Row): row is Row & StripePayoutRow {
  return row.method === 'stripe'
}

export type PayoutSettingsRow = Selectable<PayoutTables['payout_settings']>
export type BatchRow = Selectable<PayoutTables['payout_batches']>
export type AttemptRow = Selectable<PayoutTables['payout_transactions']>
