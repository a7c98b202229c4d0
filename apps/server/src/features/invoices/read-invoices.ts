import type { QueryOf, ResponseOf } from '@gridloom/contract/core/endpoint'
import type { InvoiceId } from '@gridloom/contract/core/ids'
import type { invoices } from '@gridloom/contract/invoices/endpoints'
import type { Invoice } from '@gridloom/contract/invoices/invoice'
import { accountOf } from '../../platform/ctx.ts'
import type { InvoicesCtx } from './ctx.ts'
import { listInvoices, selectSeries } from './invoices-store.ts'
import { ownedInvoice } from './owned-invoice.ts'

/** Lists the documents of the active account, newest first. */
export async function readInvoices(
  ctx: InvoicesCtx,
  { page, page_size: pageSize }: QueryOf<typeof invoices.list>,
): Promise<ResponseOf<typeof invoices.list>> {
  const { accountId } = accountOf(ctx)
  const { invoices: rows, total } = await listInvoices(ctx.db, { accountId, page, pageSize })
  const shown = rows.map(
    ({ account_id: _, account_name: __, vat_check: ___, ...summary }) => summary,
  )
  return { issuing: issuingOf(ctx), invoices: shown, total }
}

/** Lists the documents of all accounts with the check of their numbers, for the operator. */
export async function readAllInvoices(
  ctx: InvoicesCtx,
  { kind, page, page_size: pageSize }: QueryOf<typeof invoices.listAll>,
): Promise<ResponseOf<typeof invoices.listAll>> {
  const [listed, series] = await Promise.all([
    listInvoices(ctx.db, { kind, page, pageSize }),
    selectSeries(ctx.db),
  ])
  return { issuing: issuingOf(ctx), ...listed, series }
}

/** Returns one document. @throws Refused `not_found` */
export async function readInvoice(ctx: InvoicesCtx, id: InvoiceId): Promise<Invoice> {
  const { accountId: _, ...invoice } = await ownedInvoice(ctx, id)
  return invoice
}

function issuingOf({ invoiceSeller }: InvoicesCtx): 'on' | 'off' {
  return invoiceSeller === undefined ? 'off' : 'on'
}
