import type { AccountId, InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceKind } from '@gridloom/contract/invoices/invoice'
import type { ColumnType } from 'kysely'

/** The tables of `migrations/0217-invoices.sql`. A type, as Kysely requires. */
export type InvoiceTables = {
  billing_details: {
    account_id: AccountId
    legal_name: string
    address_lines: string[]
    postal_code: string
    city: string
    country: string
    vat_id: string
    purchase_order: string
    email: string
    email_invoices: boolean
    updated_at: Date
  }
  invoice_series: { series: string; year: number; last_number: number }
  invoices: {
    id: InvoiceId
    account_id: AccountId
    account_name: string
    kind: InvoiceKind
    series: string
    year: number
    number: number
    month: string
    corrects: InvoiceId | null
    key: string | null
    issued_at: Date
    net_cents: number
    vat_cents: number
    total_cents: number
    /** Parsed when it is read. */
    content: ColumnType<unknown, string, never>
  }
  invoice_files: { invoice_id: InvoiceId; pdf_sha256: string; made_at: Date }
  invoiced_months: { month: string; done_at: Date }
}
