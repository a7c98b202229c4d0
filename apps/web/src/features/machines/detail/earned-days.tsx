import type { Machine } from '@gridloom/contract/machines/machine'
import { useNow } from '../../../browser/clock.ts'
import { DayChart } from '../../../shared/ledger/day-chart.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { datedEarnings } from '../machine-figures.ts'

/** What a machine earned on each of the last 30 days; nothing until it has earned. */
export function EarnedDays({ machine }: { machine: Machine }) {
  const now = useNow()
  if (machine.earned_micro_usd === 0) return null
  return (
    <Section title="Earnings by day" note="after fee and credits, UTC" inset="flush">
      <DayChart days={datedEarnings(machine, now)} of="Earnings" />
    </Section>
  )
}
