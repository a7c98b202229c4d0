import type { SpendReport } from '@gridloom/contract/budgets/spend'
import { useMemo } from 'react'
import plotStyles from '../../../shared/charts/day-plot.module.css'
import { DayPlot } from '../../../shared/charts/day-plot.tsx'
import { daySummary } from '../../../shared/ledger/day-bars.ts'
import { Money } from '../../../ui/components/money.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { formatPercent } from '../../../ui/format/numbers.ts'
import styles from './spend.module.css'
import { seriesOf } from './spend-series.ts'

/** Spend by day as stacked bars, with the amount of each colour below. */
export function SpendChart({ report }: { report: SpendReport }) {
  const series = useMemo(() => seriesOf(report), [report])
  const days = useMemo(() => report.days.map(({ day }) => day), [report])
  const { total_micro_usd: total } = report
  const byDay = report.days.map(({ day, micro_usd }) => ({
    day,
    micro_usd: micro_usd.reduce((sum, amount) => sum + amount, 0),
  }))
  return (
    <>
      <DayPlot
        days={days}
        series={series}
        look="bars"
        write={formatMoney}
        summary={daySummary(byDay, { of: 'Spend', inWords: formatMoney })}
        caption={`${formatMoney(total)} in ${days.length} days`}
      />
      <ul className={`${styles.groups} ${plotStyles.colours}`} aria-label="Spend in these days">
        {series.map(({ name, microUsd }, at) => (
          <li key={name}>
            <span className={plotStyles.swatch} data-series={at} aria-hidden />
            <span className={styles.name}>{name}</span>
            <Money microUsd={microUsd} />
            <span className={`${styles.share} gl-num`}>
              {formatPercent((microUsd / total) * 100)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
