import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { SkeletonBlock } from '../../ui/components/skeletons.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import { useTabInView } from '../../ui/components/use-tab-in-view.ts'
import { BalanceStrip } from './balance-strip.tsx'
import { BillOverview } from './bill/bill-overview.tsx'
import styles from './billing-section.module.css'
import { type BillingTab, useBillingTab } from './billing-tabs.ts'
import { Transactions } from './lines/transactions.tsx'

const ownTabs: readonly BillingTab[] = [
  { id: 'overview', word: 'Overview', Panel: BillOverview },
  { id: 'transactions', word: 'Transactions', Panel: Transactions },
]

/** The account's balance, its bill by month, its transactions, and other features' tabs. The URL names the open one. */
export function BillingSection({ further }: { further: readonly BillingTab[] }) {
  const balance = useQuery(balanceQuery(useClient()))
  const tabs = [...ownTabs, ...further]
  const tab = useBillingTab(tabs.map(({ id }) => id))
  const list = useTabInView<HTMLDivElement>(tab)
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
            search: {
              section: 'billing',
              ...(value === 'overview' ? {} : { tab: value ?? undefined }),
            },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Tabs.List ref={list} mb={20} className={styles.tabs}>
          {tabs.map(({ id, word }) => (
            <Tabs.Tab key={id} value={id}>
              {word}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Panel }) => (
          <Tabs.Panel key={id} value={id}>
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
