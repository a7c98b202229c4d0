import type { AccountId, WalletId } from '@gridloom/contract/core/ids'

/** The tables of wallets in `migrations/0212-wallets.sql`. A type, not an interface, as Kysely requires. */
export type WalletTables = {
  wallets: {
    id: WalletId
    account_id: AccountId
    address: string
    contract_chain_id: string | null
    label: string
    created_at: Date
    last_used_at: Date | null
  }
  wallet_messages: {
    nonce: string
    browser_hash: string
    purpose: 'sign_in' | 'confirm' | 'link'
    account_id: AccountId | null
    address: string
    chain_id: string
    message: string
    expires_at: Date
  }
}
