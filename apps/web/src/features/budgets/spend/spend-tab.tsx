import type { SpendDimension, SpendReport } from '@gridloom/contract/budgets/spend'
import { SegmentedControl } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { SaveCsv } from '../../../ui/components/save-csv.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from './spend.module.css'
import { SpendChart } from './spend-chart.tsx'
import { spendCsv } from './spend-csv.ts'
import { dimensions, firstDay, type Span, spans } from './spend-search.ts'
import { SpendTable } from './spend-table.tsx'

const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type View = (typeof views)[number]['value']

/** The "Spend" tab of Billing: what the account spent by day and product, member or API key. */
export function SpendTab() {
  const client = useClient()
  const [by, setBy] = useState<SpendDimension>('product')
  const [span, setSpan] = useState<Span>(30)
  const [view, setView] = useState<View>('chart')
  const from = firstDay(span, clockNowMs())
  const spend = useQuery({
    queryKey: keys.spend(by, from),
    queryFn: ({ signal }) => client.budgets.spend({ query: { by, from }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Spend by day"
      note={spend.data?.own ? 'yours only' : undefined}
      inset="flush"
      actions={
        spend.data && (
          <SaveCsv name="gridloom-spend.csv" of="spend by day" write={csvOf(spend.data)} />
        )
      }
    >
      <div className={styles.controls}>
        <SegmentedControl
          size="xs"
          aria-label="Group by"
          value={by}
          data={[...dimensions]}
          onChange={setBy}
        />
        <SegmentedControl
          size="xs"
          aria-label="Days"
          value={String(span)}
          data={spans.map((days) => ({ value: String(days), label: `${days} days` }))}
          onChange={(days) => setSpan(spans.find((one) => String(one) === days) ?? span)}
        />
        <SegmentedControl
          size="xs"
          aria-label="View as"
          value={view}
          data={[...views]}
          onChange={setView}
        />
      </div>
      <Loaded query={spend} what="the spend" rows={5}>
        {(report) => <Report report={report} view={view} />}
      </Loaded>
    </Section>
  )
}

function Report({ report, view }: { report: SpendReport; view: View }) {
  if (report.total_micro_usd === 0)
    return (
      <EmptyState
        icon={<IconChartBar size={20} stroke={1.6} />}
        title={`No spend in the last ${report.days.length} days`}
      >
        What instances, volumes, reservations, render jobs, models and storage cost appears here by
        day (UTC).
      </EmptyState>
    )
  return view === 'chart' ? <SpendChart report={report} /> : <SpendTable report={report} />
}

function csvOf(report: SpendReport): () => string {
  return () => spendCsv(report)
}
