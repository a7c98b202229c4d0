import type { AccountId } from '@gridloom/contract/core/ids'
import type { VatVerdict } from '@gridloom/domain/invoices/vat-check'

/** The table of `migrations/0245-vat-checks.sql`. A type, as Kysely requires. */
export type VatCheckTables = {
  vat_checks: {
    account_id: AccountId
    vat_id: string
    verdict: VatVerdict | null
    checked_at: Date | null
    consultation_number: string | null
    next_at: Date | null
    failures: number
    failure: string | null
    used_at: Date
  }
}
