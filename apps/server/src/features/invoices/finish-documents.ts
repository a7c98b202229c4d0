import { hash } from 'node:crypto'
import type { InvoiceId } from '@gridloom/contract/core/ids'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { findDetails } from './billing-details-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { invoiceEmail } from './emails/invoice.ts'
import { insertFile, selectUnfinished } from './files-store.ts'
import { findInvoice } from './invoices-store.ts'
import { invoicePaper } from './pdf/invoice-paper.ts'

const atOnce = 20

export type FinishingCtx = Pick<
  InvoicesCtx,
  'db' | 'clock' | 'ids' | 'log' | 'transact' | 'publicUrl' | 'papers'
>

/**
 * Makes the PDF of each document that was issued, stores its hash, and queues its email in the same transaction: a killed
 * server or a second replica sends none twice. One that cannot be made is logged, tried again by the next run, and stops no
 * other. Returns how many it finished.
 */
export async function finishDocuments(ctx: FinishingCtx, signal?: AbortSignal): Promise<number> {
  let finished = 0
  for (let after = ''; ; ) {
    const ids = await selectUnfinished(ctx.db, { after, limit: atOnce })
    for (const id of ids) {
      if (signal?.aborted === true) return finished
      if (await finishedOrLogged(ctx, id)) finished += 1
    }
    const last = ids.at(-1)
    if (last === undefined) return finished
    after = last
  }
}

async function finishedOrLogged(ctx: FinishingCtx, id: InvoiceId): Promise<boolean> {
  try {
    await finishOne(ctx, id)
    return true
  } catch (error) {
    ctx.log.error(
      { event: 'invoice.pdf_failed', err: error, invoice: id },
      'the PDF of an invoice cannot be made',
    )
    return false
  }
}

async function finishOne(ctx: FinishingCtx, id: InvoiceId): Promise<void> {
  const invoice = await findInvoice(ctx.db, id)
  if (invoice === undefined) return
  const { content, accountId } = invoice
  const bytes = await ctx.papers.make(invoicePaper(content), 'invoices')
  const sha256 = hash('sha256', bytes)
  await ctx.transact(async (tx) => {
    if (!(await insertFile(tx, { id, sha256, at: ctx.clock.now() }))) return
    const details = await findDetails(tx.db, accountId)
    if (details?.email_invoices !== true) return
    const url = new URL('/account?section=billing&tab=invoices', ctx.publicUrl).href
    await queueMail(ctx, tx, invoiceEmail({ to: details.email, content, url, bytes }))
  })
}
