import type { InvoiceId } from '@gridloom/contract/core/ids'
import { invoiceXml } from '@gridloom/domain/invoices/invoice-xml'
import type { Download } from '../../platform/http/routes.ts'
import type { InvoicesCtx } from './ctx.ts'
import { invoiceCsv } from './invoice-csv.ts'
import { ownedInvoice } from './owned-invoice.ts'
import { invoicePaper } from './pdf/invoice-paper.ts'

/** Returns the PDF of a document, made again: the same bytes. @throws Refused `not_found`, `too_many_requests` */
export async function downloadPdf(ctx: InvoicesCtx, id: InvoiceId): Promise<Download> {
  const { accountId, content } = await ownedInvoice(ctx, id)
  const bytes = await ctx.papers.make(invoicePaper(content), accountId)
  return {
    fileName: `${content.number}.pdf`,
    contentType: 'application/pdf',
    bytes: bytes.length,
    pieces: inOne(bytes),
  }
}

/** Returns the EN 16931 XML of a document. @throws Refused `not_found` */
export async function downloadXml(ctx: InvoicesCtx, id: InvoiceId): Promise<Download> {
  const { content } = await ownedInvoice(ctx, id)
  return {
    fileName: `${content.number}.xml`,
    contentType: 'application/xml',
    pieces: inOne(invoiceXml(content)),
  }
}

/** Returns the lines of a document as CSV. @throws Refused `not_found` */
export async function downloadCsv(ctx: InvoicesCtx, id: InvoiceId): Promise<Download> {
  const { content } = await ownedInvoice(ctx, id)
  return {
    fileName: `${content.number}.csv`,
    contentType: 'text/csv; charset=utf-8',
    pieces: inOne(invoiceCsv(content)),
  }
}

async function* inOne(piece: string | Buffer): AsyncIterable<string | Buffer> {
  yield piece
}
