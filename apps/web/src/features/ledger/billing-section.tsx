import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { BalanceStrip } from './balance-strip.tsx'
import { BillOverview } from './bill/bill-overview.tsx'
import { billingTabs, useBillingTab } from './billing-tabs.ts'
import { Transactions } from './lines/transactions.tsx'

const words = { overview: 'Overview', transactions: 'Transactions' }

/** The account's balance, its bill by month, and its transactions. The URL names the open tab. */
export function BillingSection() {
  const balance = useQuery(balanceQuery(useClient()))
  const tab = useBillingTab()
  const navigate = useNavigate()
  return (
    <>
      {balance.data && <BalanceStrip balance={balance.data} />}
      {balance.isPending && <SkeletonBlock height={86} label="Loading the balance" />}
      {balance.isError && (
        <ErrorState
          title="The balance could not be loaded"
          error={balance.error}
          retry={() => balance.refetch()}
        />
      )}
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) =>
          void navigate({
            to: '.',
            search: { section: 'billing', ...(value === 'overview' ? {} : { tab: value }) },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Tabs.List mb={20}>
          {billingTabs.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {words[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <BillOverview />
        </Tabs.Panel>
        <Tabs.Panel value="transactions">
          <Transactions />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
