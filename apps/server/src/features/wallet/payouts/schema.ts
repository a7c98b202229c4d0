import type { AccountId, PayoutAddressId, WalletId } from '@gridloom/contract/core/ids'

/** The table of `migrations/0213-payout-addresses.sql`. A type, not an interface, as Kysely requires. */
export type PayoutTables = {
  payout_addresses: {
    id: PayoutAddressId
    account_id: AccountId
    wallet_id: WalletId
    address: string
    requested_at: Date
    effective_at: Date
    cancelled_at: Date | null
    removed_at: Date | null
  }
}
