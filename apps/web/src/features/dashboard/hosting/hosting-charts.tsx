import type { Hosting } from '@gridloom/contract/dashboard/dashboard'
import { useMemo } from 'react'
import { DayPlot } from '../../../shared/charts/day-plot.tsx'
import { daySummary } from '../../../shared/ledger/day-bars.ts'
import { SaveCsv } from '../../../ui/components/save-csv.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { formatPercent } from '../../../ui/format/numbers.ts'
import styles from '../dashboard.module.css'
import { hostingCsv } from '../dashboard-csv.ts'

/** Earnings and utilization of the last 30 days. */
export function HostingCharts({ hosting }: { hosting: Hosting }) {
  const { days, utilization_percent: mean } = hosting
  const names = useMemo(() => days.map(({ day }) => day), [days])
  const earnings = useMemo(
    () => [{ name: 'Earnings', values: days.map((day) => day.earned_micro_usd) }],
    [days],
  )
  const shares = useMemo(() => [{ name: 'Utilization', values: days.map(shareOf) }], [days])
  const earned = days.map(({ day, earned_micro_usd: micro_usd }) => ({ day, micro_usd }))
  const total = earned.reduce((sum, { micro_usd }) => sum + micro_usd, 0)
  return (
    <div className={styles.pair}>
      <Section
        title="Earnings by day"
        note="after fee and credits"
        inset="flush"
        actions={
          <SaveCsv
            name="gridloom-earnings.csv"
            of="earnings and utilization by day"
            write={() => hostingCsv(hosting)}
          />
        }
      >
        <DayPlot
          days={names}
          series={earnings}
          look="bars"
          write={formatMoney}
          summary={daySummary(earned, { of: 'Earnings', inWords: formatMoney })}
          caption={`${formatMoney(total)} in 30 days`}
        />
      </Section>
      <Section title="Utilization by day" note="rented share of the slots offered" inset="flush">
        <DayPlot
          days={names}
          series={shares}
          look="line"
          write={formatPercent}
          top={100}
          summary={`Utilization by day over 30 days: ${mean === null ? 'no slot was offered' : `${formatPercent(mean)} on average`}`}
          caption={mean === null ? 'No slot was offered yet' : `${formatPercent(mean)} on average`}
        />
      </Section>
    </div>
  )
}

function shareOf({ slot_hours, rented_slot_hours }: Hosting['days'][number]): number | null {
  return slot_hours === 0 ? null : Math.min(100, (rented_slot_hours / slot_hours) * 100)
}
