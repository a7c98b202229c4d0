import type { Machine } from '@gridloom/contract/machines/machine'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { HourlyPrice, Money } from '../../../ui/components/money.tsx'
import { formatPerMonth } from '../../../ui/format/money.ts'
import { sumFleet } from '../machine-figures.ts'

/** Total earnings and occupancy of all machines. */
export function FleetStrip({ machines }: { machines: readonly Machine[] }) {
  const fleet = sumFleet(machines)
  const earning = fleet.earningMicroUsdPerHour
  return (
    <FigureStrip>
      <Figure
        name="Earning now"
        value={earning > 0 ? <HourlyPrice microUsdPerHour={earning} /> : '—'}
        note={earning > 0 ? `${formatPerMonth(earning)}, after fees` : 'No active rentals'}
      />
      <Figure
        name="Earned so far"
        value={<Money microUsd={fleet.earnedMicroUsd} />}
        note="After fees"
      />
      <Figure
        name="Slots rented"
        value={`${fleet.slotsRented} of ${fleet.slotsTotal}`}
        note={`${fleet.slotsTotal - fleet.slotsRented} free`}
      />
      <Figure
        name="Machines online"
        value={`${fleet.online} of ${fleet.machines}`}
        note={fleet.online < fleet.machines ? 'Some need attention' : 'All online'}
      />
    </FigureStrip>
  )
}
