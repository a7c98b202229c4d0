import type { InvoiceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findInvoice, type StoredInvoice } from './invoices-store.ts'

export function noSuchInvoice(): Refused {
  return new Refused('not_found', { details: { what: 'invoice' } })
}

/** Returns a document of the active account; operators read all. @throws Refused `not_found` */
export async function ownedInvoice(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  id: InvoiceId,
): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, id)
  const actor = accountOf(ctx)
  if (invoice === undefined) throw noSuchInvoice()
  if (invoice.accountId !== actor.accountId && actor.role !== 'operator') throw noSuchInvoice()
  return invoice
}
