import type { AccountId, BankAccountId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

/** The tables of `migrations/0230-bank-payouts.sql`. A type, not an interface, as Kysely requires. */
export type BankTables = {
  bank_accounts: {
    id: BankAccountId
    account_id: AccountId
    iban: string
    bic: string | null
    holder: string
    requested_at: Date
    effective_at: Date
    cancelled_at: Generated<Date | null>
    removed_at: Generated<Date | null>
  }
  payout_files: {
    number: number
    created_by: AccountId
    created_at: Date
    payer_iban: string
    micro_usd: number
    xml: string
    executed_at: Generated<Date | null>
  }
}

export type BankAccountRow = Selectable<BankTables['bank_accounts']>
