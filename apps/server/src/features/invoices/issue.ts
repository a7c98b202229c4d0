import type { AccountId, InvoiceId } from '@gridloom/contract/core/ids'
import type { InvoiceContent, InvoiceKind } from '@gridloom/contract/invoices/invoice'
import type { InvoiceSeller } from '../../invoice-seller.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { insertInvoice, isIssued, lockSeries } from './issue-store.ts'

/** The series of each kind. Numbers are `INV-2026-00001`, after the seller's prefix. */
const seriesOf = {
  invoice: 'INV',
  self_billing: 'SB',
  credit_note: 'CN',
} as const satisfies Record<InvoiceKind, string>

export interface Issuing {
  readonly content: Omit<InvoiceContent, 'number'>
  readonly accountId: AccountId
  readonly accountName: string
  readonly seller: Pick<InvoiceSeller, 'prefix'>
  readonly at: Date
  readonly key: string | null
}

/**
 * Gives a document the next number of its series and year, and stores it. Returns its id; `null`, and stores nothing,
 * where the account has its document of this month.
 */
export async function issue(
  ctx: Pick<Ctx, 'ids'>,
  tx: Tx,
  { content, accountId, accountName, seller, at, key }: Issuing,
): Promise<InvoiceId | null> {
  const { kind, month } = content
  const name = { series: seriesOf[kind], year: at.getUTCFullYear() }
  const number = (await lockSeries(tx, name)) + 1
  if (kind !== 'credit_note' && (await isIssued(tx, { accountId, month, kind }))) return null
  const id = ctx.ids.mint('invoice')
  const text = `${seller.prefix}${name.series}-${name.year}-${String(number).padStart(5, '0')}`
  await insertInvoice(tx, {
    ...{ id, accountId, accountName, ...name, number, at, key },
    content: { ...content, number: text },
  })
  return id
}
