import type { AccountId, RewardId, TransactionId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type RewardTables = {
  rewards: {
    id: RewardId
    account_id: AccountId
    key: string
    source: string
    text: string
    micro_usd: number
    payable_at: Date
    transaction_id: TransactionId
    created_at: Date
    claimed_at: Generated<Date | null>
    claim_transaction_id: Generated<TransactionId | null>
    taken_back_at: Generated<Date | null>
    held_at: Generated<Date | null>
  }
}
export type RewardRow = Selectable<RewardTables['rewards']>
