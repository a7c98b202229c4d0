import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { invoiceTotals } from '@gridloom/domain/invoices/invoice-totals'
import type { StoredInvoice } from './invoices-store.ts'

const microPerCent = 10_000

/** Returns the content of a credit note of a document, or of a part of it, without its number. Pure. */
export function creditNoteOf(
  { id, content }: Pick<StoredInvoice, 'id' | 'content'>,
  { cents, reason, at }: { cents: number; reason: string; at: Date },
): Omit<InvoiceContent, 'number'> {
  const gross = cents * microPerCent
  const { totals, lineNetCents } = invoiceTotals([gross], {
    deduction: 0,
    rateBasisPoints: content.vat.rate_basis_points,
  })
  const { number, issued_on } = content
  return {
    ...content,
    kind: 'credit_note',
    issued_on: at.toISOString().slice(0, 10),
    corrects: { id, number, issued_on },
    ...{ reason, totals },
    lines: [
      {
        text: `Correction of ${number}`,
        ...{ product: null, resource: null, gross_micro_usd: gross },
        net_cents: lineNetCents[0] ?? 0,
      },
    ],
  }
}
