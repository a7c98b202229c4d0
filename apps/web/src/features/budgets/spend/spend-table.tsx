import type { SpendReport } from '@gridloom/contract/budgets/spend'
import { Money } from '../../../ui/components/money.tsx'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import styles from './spend.module.css'
import { seriesOf } from './spend-series.ts'

/** Spend by day in rows, newest first, with a column for each colour of the chart; days without spend are left out. */
export function SpendTable({ report }: { report: SpendReport }) {
  const series = seriesOf(report)
  const columns: Column[] = [
    { text: 'Day (UTC)' },
    ...series.map(({ name }) => ({ text: name, align: 'number' as const })),
    { text: 'Total', align: 'number' },
  ]
  const rows = report.days
    .map(({ day, micro_usd }, at) => ({
      day,
      amounts: series.map(({ values }) => values[at] ?? 0),
      total: micro_usd.reduce((sum, amount) => sum + amount, 0),
    }))
    .filter(({ total }) => total > 0)
    .toReversed()
  return (
    <ScrollRegion className={styles.scroll} aria-label="Days with spend">
      <Table label="Spend by day" columns={columns}>
        {rows.map(({ day, amounts, total }) => (
          <tr key={day}>
            <RowHead>
              <time dateTime={day} className="gl-num">
                {day}
              </time>
            </RowHead>
            {amounts.map((microUsd, at) => (
              <Cell key={series[at]?.name} label={series[at]?.name ?? ''} align="number">
                <Money microUsd={microUsd} />
              </Cell>
            ))}
            <Cell label="Total" align="number">
              <Money microUsd={total} />
            </Cell>
          </tr>
        ))}
      </Table>
    </ScrollRegion>
  )
}
