import type { Renting } from '@gridloom/contract/dashboard/dashboard'
import { useMemo } from 'react'
import plotStyles from '../../../shared/charts/day-plot.module.css'
import { DayPlot } from '../../../shared/charts/day-plot.tsx'
import { daySummary } from '../../../shared/ledger/day-bars.ts'
import { Money } from '../../../ui/components/money.tsx'
import { SaveCsv } from '../../../ui/components/save-csv.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { formatPercent } from '../../../ui/format/numbers.ts'
import styles from '../dashboard.module.css'
import { spendCsv } from '../dashboard-csv.ts'
import { chartGroups } from './chart-groups.ts'

/** Spending of the last 30 days by day and label of instances. */
export function SpendByLabel({ renting }: { renting: Renting }) {
  const { days } = renting
  const names = useMemo(() => days.map(({ day }) => day), [days])
  const groups = useMemo(() => chartGroups(renting), [renting])
  const total = groups.reduce((sum, { microUsd }) => sum + microUsd, 0)
  const byDay = days.map(({ day, micro_usd }) => ({
    day,
    micro_usd: micro_usd.reduce((sum, amount) => sum + amount, 0),
  }))
  return (
    <div className={styles.wide}>
      <Section
        title="Spend by day"
        inset="flush"
        actions={
          <SaveCsv
            name="gridloom-spend.csv"
            of="spend by day and label"
            write={() => spendCsv(renting)}
          />
        }
      >
        <DayPlot
          days={names}
          series={groups}
          look="bars"
          write={formatMoney}
          summary={daySummary(byDay, { of: 'Spend', inWords: formatMoney })}
          caption={`${formatMoney(total)} in 30 days`}
        />
      </Section>
      <Section title="Spend by label" note="30 days" inset="flush">
        {groups.length === 0 ? (
          <p className={styles.nothing}>
            Nothing was charged in the last 30 days. Give instances of one project the same label,
            one after the other, to see their spend together.
          </p>
        ) : (
          <ul className={`${styles.groups} ${plotStyles.colours}`} aria-label="Spend by label">
            {groups.map(({ key, name, microUsd }, at) => (
              <li key={key}>
                <span className={plotStyles.swatch} data-series={at} aria-hidden />
                <span className={styles.groupName}>{name}</span>
                <Money microUsd={microUsd} />
                <span className={`${styles.share} gl-num`}>
                  {formatPercent(total === 0 ? 0 : (microUsd / total) * 100)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  )
}
