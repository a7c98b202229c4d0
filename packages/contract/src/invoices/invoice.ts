import { z } from 'zod'
import { InvoiceId } from '../core/ids.ts'
import { MicroUsd, Sha256, Timestamp } from '../core/values.ts'
import { Month } from '../ledger/bill.ts'
import { Product } from '../ledger/line.ts'
import { DocumentVatCheck } from './vat-check.ts'

/**
 * What a document says: the charges of a month (`invoice`), the earnings of a month, which the operator states for the
 * provider (`self_billing`), or a correction of one of these (`credit_note`).
 */
export const InvoiceKind = z.enum(['invoice', 'self_billing', 'credit_note'])
export type InvoiceKind = z.infer<typeof InvoiceKind>

/**
 * The VAT category, as EN 16931 writes it (UNTDID 5305): `S` a rate above zero, `Z` a rate of zero, `E` exempt (a small
 * business), `AE` reverse charge, `O` outside the scope of VAT.
 */
export const VatCategory = z.enum(['S', 'Z', 'E', 'AE', 'O'])
export type VatCategory = z.infer<typeof VatCategory>

/** US cents. Invoices are in whole cents. */
const Cents = z.int().meta({ description: 'US cents: 100 = $1' })

/** Seller or buyer, as the document names them. */
export const InvoiceParty = z.strictObject({
  name: z.string(),
  address_lines: z.array(z.string()),
  postal_code: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  vat_id: z.string().nullable(),
  /** A national tax number. */
  tax_number: z.string().nullable(),
  /** A number in a company register, or the account's id here. */
  registration: z.string().nullable(),
  email: z.string().nullable(),
})
export type InvoiceParty = z.infer<typeof InvoiceParty>

/** One product and resource of the month. */
export const InvoiceLine = z.strictObject({
  text: z.string(),
  /** `null` on credit notes. */
  product: Product.nullable(),
  /** An instance, render job, volume, reservation or machine; `null`: several together. */
  resource: z.string().nullable(),
  /** What the ledger moved, exact, VAT included, after automatic credits. */
  gross_micro_usd: MicroUsd,
  /** The line without VAT. Lines less the deduction are the net total. */
  net_cents: Cents,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** The amounts of a document. `net + vat = total`, and lines − deduction = net. */
export const InvoiceTotals = z.strictObject({
  /** The exact sum of the lines. */
  gross_micro_usd: MicroUsd,
  /** The part that was paid with welcome or promotional credit, exact. */
  deduction_micro_usd: MicroUsd,
  /** What was really paid, exact: the lines less the deduction. */
  paid_micro_usd: MicroUsd,
  /** The lines without VAT. */
  lines_net_cents: Cents,
  /** The deduction without VAT. */
  deduction_net_cents: Cents,
  net_cents: Cents,
  vat_cents: Cents,
  /** What was really paid, rounded once to cents, half up. */
  total_cents: Cents,
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

export const InvoiceVat = z.strictObject({
  category: VatCategory,
  /** Hundredths of a percent: 1900 is 19 %. */
  rate_basis_points: z.int().min(0).max(10_000),
  /** Why no VAT is charged; `null` where it is. */
  note: z.string().nullable(),
})
export type InvoiceVat = z.infer<typeof InvoiceVat>

/** The content of a document. It is stored when it is issued, and never changes. */
export const InvoiceContent = z.strictObject({
  kind: InvoiceKind,
  number: z.string(),
  /** The UTC day of issue. */
  issued_on: z.iso.date(),
  month: Month,
  currency: z.literal('USD'),
  seller: InvoiceParty,
  buyer: InvoiceParty,
  purchase_order: z.string().nullable(),
  /** Of a credit note: the document that it corrects. */
  corrects: z
    .strictObject({ id: InvoiceId, number: z.string(), issued_on: z.iso.date() })
    .nullable(),
  /** Of a credit note: why. */
  reason: z.string().nullable(),
  lines: z.array(InvoiceLine),
  totals: InvoiceTotals,
  vat: InvoiceVat,
  /** What VIES had said of the account's VAT ID, where it was asked; an invalid one is not on the document. */
  vat_check: DocumentVatCheck.optional(),
})
export type InvoiceContent = z.infer<typeof InvoiceContent>

/** A document in lists. */
export const InvoiceSummary = z.strictObject({
  id: InvoiceId,
  kind: InvoiceKind,
  number: z.string(),
  month: Month,
  issued_at: Timestamp,
  net_cents: Cents,
  vat_cents: Cents,
  total_cents: Cents,
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

/** The check of one series of numbers: it has no gap where documents and last number are the same. */
export const InvoiceSeries = z.strictObject({
  /** `INV`, `SB` or `CN`. */
  series: z.string().meta({ examples: ['INV'] }),
  year: z.int(),
  /** How many documents have a number from 1 to the last. */
  documents: z.int(),
  last_number: z.int(),
})
export type InvoiceSeries = z.infer<typeof InvoiceSeries>

export const Invoice = z.strictObject({
  id: InvoiceId,
  issued_at: Timestamp,
  /** SHA-256 of the PDF; `null` until it was made, within an hour. */
  pdf_sha256: Sha256.nullable(),
  content: InvoiceContent,
})
export type Invoice = z.infer<typeof Invoice>
