import type { InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { formatUsdExact } from '@gridloom/domain/money-format'
import type { Draw } from '../../output/output.ts'

export const microPerCent = 10_000

type ListedDocument = InvoiceSummary & { readonly account_name?: string }

/** A table of documents; operators see whose they are. */
export function invoiceTable(draw: Draw, invoices: readonly ListedDocument[]): string {
  const withNames = invoices.some((one) => one.account_name !== undefined)
  return draw.table(
    [
      { title: 'NUMBER' },
      ...(withNames ? [{ title: 'ACCOUNT', cutTo: 30 }] : []),
      { title: 'MONTH' },
      { title: 'TYPE', dropRank: 1 },
      { title: 'VAT', align: 'right', dropRank: 2 },
      { title: 'TOTAL', align: 'right' },
    ],
    invoices.map(({ number, account_name: name, month, kind, vat_cents, total_cents }) => [
      number,
      ...(withNames ? [name ?? ''] : []),
      month,
      kind.replace('_', ' '),
      formatUsdExact(vat_cents * microPerCent),
      formatUsdExact(total_cents * microPerCent),
    ]),
  )
}
