import type { CompanyOverview } from '@gridloom/contract/companies/company'
import { mayInCompany } from '@gridloom/domain/company-roles'
import { SegmentedControl } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { DayChart } from '../../../shared/ledger/day-chart.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { spendQuery } from '../api/company-queries.ts'
import styles from '../company.module.css'
import { spans, spendSpan } from '../company-search.ts'
import { useCompanySearch } from '../use-company-search.ts'
import { ShareList } from './share-list.tsx'
import own from './spend.module.css'
import { SpendTable } from './spend-table.tsx'

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type View = (typeof views)[number]['value']

/** A company's spend by day, member and API key, over the period in the URL. */
export function SpendSection({ company: { id, role } }: { company: CompanyOverview }) {
  const [search, turnTo] = useCompanySearch()
  const [view, setView] = useState<View>('chart')
  const span = spendSpan(search)
  const spend = useQuery(spendQuery(useClient(), id, span))
  const whose = mayInCompany(role, 'see_all_spend') ? 'everybody' : 'yours only'
  const none = `No spending in the last ${span} days.`
  return (
    <>
      <Section
        title="Spend by day"
        inset="flush"
        actions={
          <span className={own.controls}>
            <SegmentedControl
              size="xs"
              aria-label="Days"
              value={String(span)}
              data={spans.map((days) => ({ value: String(days), label: `${days} days` }))}
              onChange={(days) => turnTo({ days: Number(days) })}
            />
            <SegmentedControl
              size="xs"
              aria-label="View as"
              value={view}
              data={[...views]}
              onChange={setView}
            />
          </span>
        }
      >
        <Loaded query={spend} what="the spend">
          {({ days }) =>
            days.every(({ micro_usd }) => micro_usd === 0) ? (
              <EmptyState
                icon={<IconChartBar size={20} stroke={1.6} />}
                title={`No spending in the last ${span} days`}
              >
                The company’s daily spending appears here (UTC).
              </EmptyState>
            ) : view === 'chart' ? (
              <DayChart days={days} of="Spend" />
            ) : (
              <SpendTable days={days} />
            )
          }
        </Loaded>
      </Section>
      {spend.data && (
        <div className={styles.pair}>
          <ShareList title="Spend by member" note={whose} rows={spend.data.by_user} none={none} />
          <ShareList title="Spend by API key" note={whose} rows={spend.data.by_key} none={none} />
        </div>
      )}
    </>
  )
}
