import type { AccountId, PromoCodeId, TransactionId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

interface PromoCodesTable {
  id: PromoCodeId
  /** In lower case. */
  code: string
  label: string
  amount_micro_usd: number
  uses: Generated<number>
  uses_max: number
  terms: string
  new_accounts_days: number | null
  once_per_mailbox: boolean
  valid_from: Date
  valid_until: Date | null
  paused_at: Generated<Date | null>
  revoked_at: Generated<Date | null>
  created_at: Date
}
export type PromoCodeRow = Selectable<PromoCodesTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type PromoCodeTables = {
  promo_codes: PromoCodesTable
  promo_redemptions: {
    promo_code_id: PromoCodeId
    account_id: AccountId
    micro_usd: number
    transaction_id: TransactionId
    /** `null` where the code does not count mailboxes. */
    address_hash: string | null
    redeemed_at: Date
  }
}
