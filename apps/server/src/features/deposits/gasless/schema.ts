import type { AccountId, GaslessPaymentId } from '@gridloom/contract/core/ids'
import type { GaslessMethod, GaslessState, RelayerWait } from '@gridloom/contract/deposits/gasless'
import type { Generated, Selectable } from 'kysely'

/** An integer of up to 78 digits, as text. */
type Digits = string

/** The tables of `migrations/0226-gasless-payments.sql`. A type, as Kysely requires. */
export type GaslessTables = {
  gasless_payments: {
    id: GaslessPaymentId
    account_id: AccountId
    chain_id: number
    token: string
    method: GaslessMethod
    payer: string
    address: string
    relayer: string
    amount: Digits
    nonce: string
    valid_until: Date
    domain_name: string
    domain_version: string
    signature: Generated<string | null>
    state: GaslessState
    step: 'permit' | 'transfer'
    tx_nonce: Generated<number | null>
    tx_hash: Generated<string | null>
    reason: Generated<string | null>
    created_at: Date
    signed_at: Generated<Date | null>
    settled_at: Generated<Date | null>
  }
  gasless_transactions: {
    hash: string
    payment_id: GaslessPaymentId
    chain_id: number
    relayer: string
    nonce: number
    attempt: number
    call: 'permit' | 'transfer' | 'cancel'
    raw: string
    max_fee_wei: Digits
    priority_fee_wei: Digits
    signed_at: Date
  }
  gasless_relayers: {
    chain_id: number
    address: string
    coin_wei: Digits | null
    gas_price_wei: Digits | null
    wait: RelayerWait | null
    wait_since: Date | null
    checked_at: Date
  }
  gasless_tokens: {
    chain_id: number
    token: string
    domain_name: string | null
    domain_version: string | null
    problem: string | null
    checked_at: Date
  }
}
export type GaslessRow = Selectable<GaslessTables['gasless_payments']>
export type GaslessAttempt = Selectable<GaslessTables['gasless_transactions']>
export type RelayerRow = Selectable<GaslessTables['gasless_relayers']>
export type GaslessTokenRow = Selectable<GaslessTables['gasless_tokens']>
