import type { Hosting } from '@gridloom/contract/dashboard/dashboard'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { formatMoney, formatPerHour } from '../../../ui/format/money.ts'
import { formatPercent, plural } from '../../../ui/format/numbers.ts'
import { formatExact } from '../../../ui/format/times.ts'
import { connectedWords } from '../connected-words.ts'

const since = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

interface HostingStripProps {
  hosting: Hosting
  machines: readonly Machine[]
}

/** Connected time, earnings and utilization. */
export function HostingStrip({ hosting, machines }: HostingStripProps) {
  const { connectedTime, connected_since: first, earned, forecast } = hosting
  return (
    <FigureStrip>
      <Figure
        name="Connected time"
        value={connectedWords(connectedTime)}
        note={
          <span title={`Added up over all machines since ${formatExact(first)}`}>
            All machines, since {since.format(new Date(first))}
          </span>
        }
      />
      <Figure
        name="Earned today"
        value={<Money microUsd={earned.today_micro_usd} />}
        note={`${formatMoney(earned.week_micro_usd)} this week`}
      />
      <Figure
        name="Earned this month"
        value={<Money microUsd={earned.month_micro_usd} />}
        note={
          <span
            title={`Present rentals (${formatPerHour(forecast.micro_usd_per_hour)}) until the month ends, and rendering and models as in the last 7 days`}
          >
            Forecast {formatMoney(forecast.micro_usd)}
          </span>
        }
      />
      <Figure
        name="Utilization, 30 days"
        value={
          hosting.utilization_percent === null ? '—' : formatPercent(hosting.utilization_percent)
        }
        note={slotsNote(machines)}
      />
    </FigureStrip>
  )
}

function slotsNote(machines: readonly Machine[]): string {
  const total = machines.reduce((sum, { slots_total }) => sum + slots_total, 0)
  const rented = machines.reduce((sum, { slots_rented }) => sum + slots_rented, 0)
  return `${rented} of ${plural(total, 'slot')} rented now`
}
