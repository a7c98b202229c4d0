import { hash } from 'node:crypto'
import type { InvoiceId } from '@gridloom/contract/core/ids'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { findDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { invoiceEmail } from './emails/invoice.ts'
import { insertFile, selectUnfinished } from './files-store.ts'
import { findInvoice } from './invoices-store.ts'
import { makeInvoicePdf } from './pdf/make-invoice-pdf.ts'

const atOnce = 20

export type FinishingCtx = Pick<InvoicesCtx, 'db' | 'clock' | 'ids' | 'transact' | 'publicUrl'>

/**
 * Makes the PDF of each document that was issued, stores its hash, and queues its email in the same transaction: a killed
 * server or a second replica sends none twice. Returns how many it finished.
 */
export async function finishDocuments(ctx: FinishingCtx, signal?: AbortSignal): Promise<number> {
  let finished = 0
  for (const id of await selectUnfinished(ctx.db, atOnce)) {
    if (signal?.aborted === true) break
    await finishOne(ctx, id)
    finished += 1
  }
  return finished
}

async function finishOne(ctx: FinishingCtx, id: InvoiceId): Promise<void> {
  const invoice = await findInvoice(ctx.db, id)
  if (invoice === undefined) return
  const { content, accountId } = invoice
  const bytes = await makeInvoicePdf(content)
  const sha256 = hash('sha256', bytes)
  await ctx.transact(async (tx) => {
    if (!(await insertFile(tx, { id, sha256, at: ctx.clock.now() }))) return
    const details = await findDetails(tx.db, accountId)
    if (details?.email_invoices !== true) return
    const url = new URL('/account?section=billing&tab=invoices', ctx.publicUrl).href
    await queueMail(ctx, tx, invoiceEmail({ to: details.email, content, url, bytes }))
  })
}
