import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import type { DepositRejection, DepositState } from '@gridloom/contract/deposits/deposit'
import type { DepositAlarm } from '@gridloom/contract/deposits/deposit-options'
import type { Generated, Selectable } from 'kysely'

/**
 * The tables of `migrations/0215-deposits.sql`, `0225-batched-deposits-and-stalled-chains.sql` and `0235-coin-quotes.sql`.
 * A type, not an interface, as Kysely requires.
 */
export type DepositTables = {
  deposit_chains: {
    chain_id: number
    scanned_height: number | null
    settled_height: number | null
    head_height: number | null
    /** When a newer block than before was last read. */
    head_at: Date | null
    verified_at: Date | null
    /** The configuration that was verified. */
    verified_as: string | null
    reached_at: Date | null
    lease_token: string | null
    leased_until: Date | null
    alarm: DepositAlarm | null
    alarm_detail: string | null
    alarm_since: Date | null
  }
  deposit_blocks: { chain_id: number; height: number; hash: string }
  deposit_addresses: { account_id: AccountId; chain_id: number; address: string; created_at: Date }
  deposits: {
    id: DepositId
    chain_id: number
    tx_hash: string
    token: string
    address: string
    ordinal: number
    /** The code of the quote that a payment in the chain's coin names. */
    quote: Generated<string | null>
    /** `null`: a payment whose quote is unknown. */
    account_id: AccountId | null
    from_address: string
    block_height: number
    block_hash: string
    /** In decimal digits. */
    amount: string
    state: DepositState
    rejection: Generated<DepositRejection | null>
    credited_micro_usd: Generated<number | null>
    reversals: Generated<number>
    seen_at: Date
    credited_at: Generated<Date | null>
  }
}
export type DepositRow = Selectable<DepositTables['deposits']>
export type DepositChainRow = Selectable<DepositTables['deposit_chains']>
