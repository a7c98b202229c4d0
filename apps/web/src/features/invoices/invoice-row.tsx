import type { InvoiceKind, InvoiceSummary } from '@gridloom/contract/invoices/invoice'
import { Button } from '@mantine/core'
import { monthWord } from '../../shared/ledger/product-words.ts'
import { Money } from '../../ui/components/money.tsx'
import { Cell, RowHead } from '../../ui/components/table.tsx'
import { fileKinds, useDownloadInvoice } from './api/download-invoice.ts'
import styles from './invoices.module.css'

export const kindWords = {
  invoice: 'Invoice',
  self_billing: 'Self-billing statement',
  credit_note: 'Credit note',
} as const satisfies Record<InvoiceKind, string>

export const microPerCent = 10_000

/** One invoice, with a button for each of its files. */
export function InvoiceRow({ invoice }: { invoice: InvoiceSummary }) {
  return (
    <tr>
      <RowHead>
        {invoice.number}
        <br />
        <small className={styles.text}>{kindWords[invoice.kind]}</small>
      </RowHead>
      <Cell label="Month">{monthWord(invoice.month)}</Cell>
      <Cell label="VAT" align="number">
        <Money microUsd={invoice.vat_cents * microPerCent} />
      </Cell>
      <Cell label="Total" align="number">
        <Money microUsd={invoice.total_cents * microPerCent} />
      </Cell>
      <Cell holds="buttons">
        <span className={styles.files}>
          <InvoiceFiles invoice={invoice} />
        </span>
      </Cell>
    </tr>
  )
}

/** A button for each file of an invoice. */
export function InvoiceFiles({ invoice }: { invoice: InvoiceSummary }) {
  const download = useDownloadInvoice(invoice)
  return fileKinds.map((kind) => (
    <Button
      key={kind}
      size="compact-sm"
      variant="default"
      aria-label={`Download ${invoice.number} as ${kind.toUpperCase()}`}
      loading={download.isPending && download.variables === kind}
      onClick={() => download.mutate(kind)}
    >
      {kind.toUpperCase()}
    </Button>
  ))
}
