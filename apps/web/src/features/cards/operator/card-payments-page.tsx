import { SegmentedControl } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { allCardPaymentsQuery, paymentsPageSize } from '../api/card-queries.ts'
import { operatorPaymentsCode } from '../cards-code.ts'
import { PaymentTable } from '../payments/payment-table.tsx'

/** `/operator/card-payments`: the payments of all accounts; first those that need attention. */
export function CardPaymentsPage() {
  const [show, setShow] = useState<'attention' | 'all'>('attention')
  const [page, setPage] = useState(1)
  const payments = useQuery(allCardPaymentsQuery(useClient(), show, page))
  return (
    <Page
      title="Card payments"
      lead="Disputes are answered in Stripe’s dashboard. A payment under review was not credited: return it there."
      actions={<AsCode actions={operatorPaymentsCode} />}
    >
      <div>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          value={show}
          data={[
            { value: 'attention', label: 'Needs attention' },
            { value: 'all', label: 'All' },
          ]}
          onChange={(value) => {
            setShow(value)
            setPage(1)
          }}
        />
      </div>
      <Section title="Card payments" inset="flush">
        <Loaded query={payments} what="the card payments" rows={6}>
          {(found) =>
            found.payments.length === 0 ? (
              <Nothing show={show} />
            ) : (
              <PaymentTable payments={found.payments} refundsAs="operator" />
            )
          }
        </Loaded>
        <Pages
          page={page}
          total={payments.data?.total ?? 0}
          pageSize={paymentsPageSize}
          turnTo={setPage}
        />
      </Section>
    </Page>
  )
}

function Nothing({ show }: { show: 'attention' | 'all' }) {
  return (
    <EmptyState
      icon={<IconCreditCard size={20} stroke={1.6} />}
      title={show === 'attention' ? 'Nothing needs attention' : 'No card payments yet'}
    >
      {show === 'attention'
        ? 'Disputed payments, and those that were not credited, appear here.'
        : 'Payments appear here once accounts buy credit by card.'}
    </EmptyState>
  )
}
