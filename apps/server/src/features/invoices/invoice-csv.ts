import type { InvoiceContent } from '@gridloom/contract/invoices/invoice'

const columns = 'number,month,text,product,resource,gross_micro_usd,net_cents'

/**
 * The lines of a document as CSV (RFC 4180). A cell that a spreadsheet would read as a formula gets a quote before it, as
 * labels are texts of users.
 */
export function invoiceCsv({ number, month, lines }: InvoiceContent): string {
  const rows = lines.map(({ text, product, resource, gross_micro_usd, net_cents }) =>
    [number, month, text, product ?? '', resource ?? '', gross_micro_usd, net_cents]
      .map(cell)
      .join(','),
  )
  return `${[columns, ...rows].join('\r\n')}\r\n`
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
