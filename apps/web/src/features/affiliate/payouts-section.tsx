import { IconCoins } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { payoutsQuery } from './affiliate-api.ts'

const columns: readonly Column[] = [
  { text: 'For' },
  { text: 'Date' },
  { text: 'Status' },
  { text: 'Amount', align: 'number' },
]

/** Commission that was moved to the rewards. */
export function PayoutsSection() {
  const [page, setPage] = useState(1)
  const list = useQuery(payoutsQuery(useClient(), page))
  return (
    <Section title="Payouts" inset="flush">
      <Loaded query={list} what="your payouts" rows={2}>
        {({ payouts, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconCoins size={20} stroke={1.6} />} title="No payouts yet">
              Commission appears here once its holding time is over.
            </EmptyState>
          ) : (
            <>
              <Table label="Payouts" columns={columns}>
                {payouts.map((payout) => (
                  <tr key={payout.at}>
                    <RowHead>{payout.text}</RowHead>
                    <Cell label="Date">
                      <TimeAgo at={payout.at} />
                    </Cell>
                    <Cell label="Status">
                      <StatusBadge
                        look="plain"
                        tone="good"
                        word={payout.claimed_at === null ? 'Claimable' : 'Claimed'}
                      />
                    </Cell>
                    <Cell label="Amount" align="number">
                      <Money microUsd={payout.micro_usd} />
                    </Cell>
                  </tr>
                ))}
              </Table>
              <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
