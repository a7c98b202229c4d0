import type { BodyOf } from '@gridloom/contract/core/endpoint'
import type { InvoiceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { invoices } from '@gridloom/contract/invoices/endpoints'
import type { Invoice, InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Tx } from '../../platform/ctx.ts'
import { creditNoteOf } from './credit-note-of.ts'
import { findByKey, lockDocument, sumCredited } from './credit-notes-store.ts'
import type { InvoicesCtx } from './ctx.ts'
import { findInvoice } from './invoices-store.ts'
import { issue } from './issue.ts'
import { noSuchInvoice } from './owned-invoice.ts'

type Credit = BodyOf<typeof invoices.credit>

const microPerCent = 10_000

/**
 * Corrects a document by a credit note of all that is left of it, or of a part. It moves no money. Two at once are decided
 * one after the other, under the lock of the document; the same key is one credit note.
 * @throws Refused `not_found`, `invoices_off`, `state_conflict` for a credit note, `credit_note_too_high`,
 * `idempotency_conflict`
 */
export async function creditInvoice(
  ctx: InvoicesCtx,
  id: InvoiceId,
  credit: Credit,
): Promise<Invoice> {
  const seller = ctx.invoiceSeller
  if (seller === undefined) throw new Refused('invoices_off')
  const issued = await ctx.transact(async (tx) => {
    if (!(await lockDocument(tx, id))) throw noSuchInvoice()
    const before = await findByKey(tx.db, credit.key)
    if (before !== undefined) return repeated(tx, before, { id, credit })
    const corrected = await findInvoice(tx.db, id)
    if (corrected === undefined) throw noSuchInvoice()
    const { content } = corrected
    if (content.kind === 'credit_note')
      throw new Refused('state_conflict', { details: { what: 'document', state: 'a credit note' } })
    const left = content.totals.total_cents - (await sumCredited(tx.db, id))
    const cents = credit.total_cents ?? left
    if (cents > left || cents <= 0)
      throw new Refused('credit_note_too_high', {
        details: { left: formatUsdExact(left * microPerCent) },
      })
    const at = ctx.clock.now()
    tx.note({ accountId: corrected.accountId, subject: id })
    return issue(ctx, tx, {
      content: creditNoteOf(corrected, { cents, reason: credit.reason, at }),
      accountId: corrected.accountId,
      accountName: accountNameOf(content),
      ...{ seller, at, key: credit.key },
    })
  })
  return shown(ctx, issued)
}

async function shown(ctx: InvoicesCtx, id: InvoiceId | null): Promise<Invoice> {
  const stored = id === null ? undefined : await findInvoice(ctx.db, id)
  if (stored === undefined) throw noSuchInvoice()
  const { accountId: _, ...invoice } = stored
  return invoice
}

async function repeated(
  tx: Tx,
  before: InvoiceId,
  { id, credit }: { id: InvoiceId; credit: Credit },
): Promise<InvoiceId> {
  const content = (await findInvoice(tx.db, before))?.content
  const isSame =
    content?.corrects?.id === id &&
    content.reason === credit.reason &&
    (credit.total_cents === undefined || content.totals.total_cents === credit.total_cents)
  if (!isSame) throw new Refused('idempotency_conflict')
  return before
}

function accountNameOf({ kind, buyer, seller }: InvoiceContent): string {
  return kind === 'self_billing' ? seller.name : buyer.name
}
