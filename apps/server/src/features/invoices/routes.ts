import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { creditInvoice } from './credit-invoice.ts'
import type { InvoicesCtx } from './ctx.ts'
import { downloadCsv, downloadPdf, downloadXml } from './download-invoice.ts'
import { readBillingDetails } from './read-billing-details.ts'
import { readAllInvoices, readInvoice, readInvoices } from './read-invoices.ts'
import { writeBillingDetails } from './write-billing-details.ts'

/** Mounts the `invoices` area of the contract. */
export function invoiceRoutes(routes: Routes<InvoicesCtx>): void {
  const { invoices } = api
  routes.on(invoices.list, (ctx, { query }) => readInvoices(ctx, query))
  routes.on(invoices.get, (ctx, { params }) => readInvoice(ctx, params.id))
  routes.download(invoices.pdf, (ctx, { params }) => downloadPdf(ctx, params.id))
  routes.download(invoices.xml, (ctx, { params }) => downloadXml(ctx, params.id))
  routes.download(invoices.csv, (ctx, { params }) => downloadCsv(ctx, params.id))
  routes.on(invoices.readDetails, (ctx) => readBillingDetails(ctx))
  routes.on(invoices.writeDetails, (ctx, { body }) => writeBillingDetails(ctx, body))
  routes.on(invoices.listAll, (ctx, { query }) => readAllInvoices(ctx, query))
  routes.on(invoices.credit, (ctx, { params, body }) => creditInvoice(ctx, params.id, body))
}
