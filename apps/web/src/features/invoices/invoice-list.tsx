import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { invoices } from '@gridloom/contract/invoices/endpoints'
import { IconFileInvoice } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { Table } from '../../ui/components/table.tsx'
import { invoicesQuery, pageSize } from './api/invoice-queries.ts'
import { InvoiceRow } from './invoice-row.tsx'

const columns = [
  { text: 'Number' },
  { text: 'Month' },
  { text: 'VAT', align: 'number' },
  { text: 'Total', align: 'number' },
  { text: 'Download', head: 'hidden' },
] as const

/** The account's invoices, newest first, each with its files. */
export function InvoiceList() {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...invoicesQuery(useClient(), page),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Invoices" note="issued when a month is over" inset="flush">
      <Loaded query={query} what="your invoices" rows={4}>
        {(found) =>
          found.total === 0 ? (
            <NoInvoices issuing={found.issuing} />
          ) : (
            <>
              <Table label="Invoices" columns={columns}>
                {found.invoices.map((invoice) => (
                  <InvoiceRow key={invoice.id} invoice={invoice} />
                ))}
              </Table>
              <Pages page={page} total={found.total} pageSize={pageSize} turnTo={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function NoInvoices({ issuing }: Pick<ResponseOf<typeof invoices.list>, 'issuing'>) {
  const isOperator = useQuery(detailsQuery(useClient())).data?.role === 'operator'
  const icon = <IconFileInvoice size={20} stroke={1.6} />
  if (issuing === 'on')
    return (
      <EmptyState icon={icon} title="No invoices yet">
        You’ll get an invoice for each month with charges, and a self-billing statement for each
        month with earnings.
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title="Invoices are not set up">
      {isOperator
        ? 'Set INVOICE_SELLER to your name, address and VAT rates, and restart the server. docs/invoices.md lists its fields.'
        : 'This installation does not issue invoices. Transactions and bills are in the other tabs.'}
    </EmptyState>
  )
}
