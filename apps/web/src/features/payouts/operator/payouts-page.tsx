import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { everyPayoutQuery, treasuryQuery } from '../payouts-api.ts'
import { EveryPayoutTable } from './every-payout-table.tsx'
import { PayoutFilesSection } from './payout-files.tsx'
import { TreasuryView } from './treasury-view.tsx'

/** `/operator/payouts`: what the platform holds and owes, and payouts to decide on. */
export function OperatorPayoutsPage() {
  const client = useClient()
  const treasury = useQuery(treasuryQuery(client))
  const payouts = useQuery(everyPayoutQuery(client))
  return (
    <Page
      title="Payouts"
      lead="Large payouts need two operators. Those in progress come first, then the newest."
    >
      <Loaded query={treasury} what="the treasury">
        {(data) => <TreasuryView treasury={data} />}
      </Loaded>
      <PayoutFilesSection />
      <Section title="All payouts" inset="flush">
        <Loaded query={payouts} what="the payouts" rows={6}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={<IconBuildingBank size={20} stroke={1.6} />} title="No payouts yet">
                Payouts that providers request appear here.
              </EmptyState>
            ) : (
              <EveryPayoutTable payouts={list} />
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}
