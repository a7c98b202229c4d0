import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'
import { csvRow } from '../../platform/csv.ts'

const columns = ['number', 'month', 'text', 'product', 'resource', 'gross_micro_usd', 'net_cents']

/** The lines of a document as CSV. */
export function invoiceCsv({ number, month, lines }: InvoiceContent): string {
  const rows = lines.map(({ text, product, resource, gross_micro_usd, net_cents }) =>
    csvRow([number, month, text, product ?? '', resource ?? '', gross_micro_usd, net_cents]),
  )
  return [csvRow(columns), ...rows].join('')
}
