import { z } from 'zod'
import { PlainLine, Timestamp } from '../core/values.ts'
import { CountryCode } from '../machines/countries.ts'
import { VatCheck } from './vat-check.ts'

/** One line of an address or a name. */
const line = (max: number) => PlainLine.max(max, `At most ${max} characters`)

/** A VAT identification number as its holder writes it; spaces, dots and dashes are ignored. */
export const VatIdText = line(24)

/** What an account wants on its invoices, and where they are sent. */
export const BillingDetailsChange = z.strictObject({
  /** Of the person or company that is invoiced. */
  legal_name: line(120).min(1, 'Name is required'),
  address_lines: z.array(line(120).min(1)).min(1, 'Address is required').max(3),
  postal_code: line(20),
  city: line(80).min(1, 'City is required'),
  country: CountryCode,
  /** Empty: none. Of an EU country: the check digits must be right, and it must be that of `country`. */
  vat_id: VatIdText,
  /** The purchase order that invoices refer to; empty: none. */
  purchase_order: line(60),
  /** Where invoices are sent. */
  email: z.email('Enter an email address').max(254),
  /** Whether each invoice is emailed there as a PDF. */
  email_invoices: z.boolean(),
})
export type BillingDetailsChange = z.infer<typeof BillingDetailsChange>

/** The stored details. The VAT id is without spaces, dots and dashes. */
export const BillingDetails = z.strictObject({
  ...BillingDetailsChange.shape,
  updated_at: Timestamp,
  /** Of the VAT ID, by VIES; `null`: it is not asked, as for those of other countries than the EU's. */
  vat_check: VatCheck.nullable(),
})
export type BillingDetails = z.infer<typeof BillingDetails>
