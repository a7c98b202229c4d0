import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { invoices } from '@gridloom/contract/invoices/endpoints'
import type { InvoiceSeries } from '@gridloom/contract/invoices/invoice'
import type { DocumentVatCheck } from '@gridloom/contract/invoices/vat-check'
import { SegmentedControl } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { monthWord } from '../../../shared/ledger/product-words.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { pageSize } from '../api/invoice-queries.ts'
import { InvoiceFiles, kindWords, microPerCent } from '../invoice-row.tsx'
import styles from '../invoices.module.css'
import { allInvoicesQuery, type ShownKind } from './all-invoices-api.ts'
import { allInvoicesCode } from './all-invoices-code.ts'
import { CreditNoteButton } from './credit-note-button.tsx'

type Found = ResponseOf<typeof invoices.listAll>

const kinds: { value: ShownKind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'invoice', label: 'Invoices' },
  { value: 'self_billing', label: 'Self-billing' },
  { value: 'credit_note', label: 'Credit notes' },
]

/** `/operator/invoices`: all issued documents, the check of their numbers, and credit notes. */
export function AllInvoicesPage() {
  const [shown, setShown] = useState<ShownKind>('all')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...allInvoicesQuery(useClient(), shown, page),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Invoices"
      lead="Issued documents never change. A credit note corrects one."
      actions={<AsCode actions={allInvoicesCode} />}
    >
      <div>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={shown}
          data={kinds}
          onChange={(value) => {
            setShown(value)
            setPage(1)
          }}
        />
      </div>
      <Section title="Documents" inset="flush">
        <Loaded query={query} what="the invoices" rows={6}>
          {(found) => <Documents found={found} />}
        </Loaded>
        <Pages page={page} total={query.data?.total ?? 0} pageSize={pageSize} turnTo={setPage} />
      </Section>
      {query.data && query.data.series.length > 0 && <Numbers series={query.data.series} />}
    </Page>
  )
}

const columns: readonly Column[] = [
  { text: 'Number' },
  { text: 'Account' },
  { text: 'Month' },
  { text: 'Total', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

function Documents({ found }: { found: Found }) {
  if (found.invoices.length === 0)
    return (
      <EmptyState icon={<IconFileInvoice size={20} stroke={1.6} />} title="No documents">
        {found.issuing === 'on'
          ? 'Documents of a month are issued at 02:10 UTC on the first day of the next.'
          : 'Set INVOICE_SELLER to your name, address and VAT rates, and restart the server. docs/invoices.md lists its fields.'}
      </EmptyState>
    )
  return (
    <Table label="Documents" columns={columns}>
      {found.invoices.map((invoice) => (
        <tr key={invoice.id}>
          <RowHead>
            {invoice.number}
            <br />
            <small className={styles.text}>{kindWords[invoice.kind]}</small>
          </RowHead>
          <Cell label="Account" holds="words">
            {invoice.account_name}
            {invoice.vat_check && <VatCheckLine check={invoice.vat_check} />}
          </Cell>
          <Cell label="Month">{monthWord(invoice.month)}</Cell>
          <Cell label="Total" align="number">
            <Money microUsd={invoice.total_cents * microPerCent} />
          </Cell>
          <Cell holds="buttons">
            <span className={styles.files}>
              <InvoiceFiles invoice={invoice} />
              {invoice.kind !== 'credit_note' && found.issuing === 'on' && (
                <CreditNoteButton invoice={invoice} />
              )}
            </span>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

const checkWords = {
  valid: 'confirmed by VIES',
  invalid: 'not valid in VIES: left out',
  unknown: 'no answer of VIES',
} as const satisfies Record<DocumentVatCheck['state'], string>

function VatCheckLine({ check }: { check: DocumentVatCheck }) {
  const number = check.consultation_number === null ? '' : ` (${check.consultation_number})`
  return (
    <>
      <br />
      <small className={styles.text}>
        {check.vat_id}: {checkWords[check.state]}
        {number}
      </small>
    </>
  )
}

const seriesColumns: readonly Column[] = [
  { text: 'Series' },
  { text: 'Documents', align: 'number' },
  { text: 'Last number', align: 'number' },
  { text: 'Gaps', align: 'number' },
]

/** Numbers run from 1 to the last, each once. */
function Numbers({ series }: { series: readonly InvoiceSeries[] }) {
  return (
    <Section title="Numbers" note="numbered without gaps" inset="flush">
      <Table label="Series" columns={seriesColumns}>
        {series.map(({ series: name, year, documents, last_number: last }) => (
          <tr key={`${name}-${year}`}>
            <RowHead>{`${name}-${year}`}</RowHead>
            <Cell label="Documents" align="number">
              {documents}
            </Cell>
            <Cell label="Last number" align="number">
              {last}
            </Cell>
            <Cell label="Gaps" align="number">
              {last - documents === 0 ? 'None' : last - documents}
            </Cell>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
