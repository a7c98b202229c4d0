import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AccountId, InvoiceId } from '../core/ids.ts'
import { Page, PageSize, PlainLine } from '../core/values.ts'
import { BillingDetails, BillingDetailsChange } from './billing-details.ts'
import { Invoice, InvoiceKind, InvoiceSeries, InvoiceSummary } from './invoice.ts'
import { DocumentVatCheck } from './vat-check.ts'

const oneInvoice = z.strictObject({ id: InvoiceId })

/** A document of an account: reading it, and its files. */
const ofAccount = {
  method: 'GET',
  auth: 'session',
  scope: 'billing:read',
  params: oneInvoice,
  errors: ['not_found'],
} as const

const aFile = { ...ofAccount, transport: 'file', perMinute: 60 } as const

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: '/api/invoices',
    auth: 'session',
    scope: 'billing:read',
    title: 'List invoices',
    summary: 'List your invoices, self-billing statements and credit notes, newest first',
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({
      /** `off`: the operator has not set up a seller, so that no invoices are issued. */
      issuing: z.enum(['on', 'off']),
      invoices: z.array(InvoiceSummary),
      total: z.int(),
    }),
  }),
  get: endpoint({
    ...ofAccount,
    path: '/api/invoices/{id}',
    title: 'Retrieve invoice',
    summary: 'Retrieve an invoice with its lines and totals',
    response: Invoice,
  }),
  pdf: endpoint({
    ...aFile,
    path: '/api/invoices/{id}/pdf',
    title: 'Download invoice PDF',
    summary: 'Download an invoice as PDF/A-3 with its EN 16931 XML attached (Factur-X)',
    files: ['application/pdf'],
    perMinute: 20,
  }),
  xml: endpoint({
    ...aFile,
    path: '/api/invoices/{id}/xml',
    title: 'Download invoice XML',
    summary: 'Download an invoice as EN 16931 XML in the syntax of UN/CEFACT (CII)',
    files: ['application/xml'],
  }),
  csv: endpoint({
    ...aFile,
    path: '/api/invoices/{id}/csv',
    title: 'Download invoice CSV',
    summary: 'Download the lines of an invoice as CSV',
    files: ['text/csv'],
  }),
  readDetails: endpoint({
    method: 'GET',
    path: '/api/billing-details',
    auth: 'session',
    scope: 'billing:read',
    title: 'Retrieve billing details',
    summary: 'Retrieve the name, address and VAT ID of your invoices; `null` if none are saved',
    response: BillingDetails.nullable(),
  }),
  writeDetails: endpoint({
    method: 'PUT',
    path: '/api/billing-details',
    auth: 'session',
    title: 'Update billing details',
    summary:
      'Save the name, address and VAT ID of your future invoices. In a company, owners and admins may',
    body: BillingDetailsChange,
    response: BillingDetails,
    errors: ['forbidden'],
    perMinute: 20,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/operator/invoices',
    auth: 'operator',
    title: 'List all invoices',
    summary:
      'List the invoices, self-billing statements and credit notes of all accounts, with the check of their numbers',
    query: z.strictObject({ kind: InvoiceKind.optional(), page: Page, page_size: PageSize }),
    response: z.strictObject({
      issuing: z.enum(['on', 'off']),
      invoices: z.array(
        z.strictObject({
          ...InvoiceSummary.shape,
          account_id: AccountId,
          /** The name on the document. */
          account_name: z.string(),
          /** What VIES had said of the account's VAT ID; `null`: it was not asked. */
          vat_check: DocumentVatCheck.nullable(),
        }),
      ),
      total: z.int(),
      /** All series, newest year first. */
      series: z.array(InvoiceSeries),
    }),
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/operator/invoices/{id}/credit-notes',
    auth: 'operator',
    reauth: 'recent',
    title: 'Issue credit note',
    summary:
      'Correct an invoice or self-billing statement by a credit note. It moves no money; retries with the same key issue one',
    status: 201,
    params: oneInvoice,
    body: z.strictObject({
      /** VAT included; all of the document, less earlier credit notes, by default. */
      total_cents: z.int().min(1).max(100_000_000_000).optional(),
      reason: PlainLine.min(1, 'Reason is required').max(200),
      key: z.string().min(1).max(100),
    }),
    response: Invoice,
    errors: [
      'not_found',
      'invoices_off',
      'credit_note_too_high',
      'idempotency_conflict',
      'state_conflict',
    ],
  }),
} as const
