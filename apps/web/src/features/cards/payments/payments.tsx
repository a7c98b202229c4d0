import { IconReceipt2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { cardPaymentsQuery, paymentsPageSize } from '../api/card-queries.ts'
import { PaymentTable } from './payment-table.tsx'

interface PaymentsProps {
  /** Whether refunds are offered. */
  mayChange: boolean
}

/** The payments by card with their refunds and disputes. */
export function Payments({ mayChange }: PaymentsProps) {
  const [page, setPage] = useState(1)
  const payments = useQuery(cardPaymentsQuery(useClient(), page))
  return (
    <Section title="Card payments" inset="flush">
      <Loaded query={payments} what="your card payments">
        {(found) =>
          found.payments.length === 0 ? (
            <EmptyState icon={<IconReceipt2 size={20} stroke={1.6} />} title="No card payments yet">
              Payments appear here with their refunds.
            </EmptyState>
          ) : (
            <PaymentTable payments={found.payments} refundsAs={mayChange ? 'account' : null} />
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
  )
}
