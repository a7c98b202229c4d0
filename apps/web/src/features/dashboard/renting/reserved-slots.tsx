import type { Reservation } from '@gridloom/contract/reservations/reservation'
import { onDemandPrice } from '@gridloom/domain/reservations'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { EndTime } from '../../../shared/reservations/end-time.tsx'
import {
  daysLeft,
  daysText,
  slotsText,
  usageStatus,
} from '../../../shared/reservations/reservation-words.ts'
import { reservationsQuery } from '../../../shared/reservations/reservations-api.ts'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { formatPercent } from '../../../ui/format/numbers.ts'
import styles from '../dashboard.module.css'

const columns: readonly Column[] = [
  { text: 'Slots' },
  { text: 'Use now' },
  { text: 'Until', align: 'number' },
  { text: 'On hold', align: 'number' },
  { text: 'Saved', align: 'number' },
]

/** The reservations that run, with their use, hold and saving; nothing where there is none. */
export function ReservedSlots() {
  const { data } = useQuery(reservationsQuery(useClient()))
  const running = data?.filter(({ state }) => state === 'active') ?? []
  if (running.length === 0) return null
  return (
    <Section
      title="Reserved slots"
      note={`${running.length}`}
      inset="flush"
      actions={
        <Button size="compact-sm" variant="subtle" component={Link} to="/instance/reservations">
          All reservations
        </Button>
      }
    >
      <Table label="Reserved slots" columns={columns}>
        {running.map((reservation) => (
          <ReservedRow key={reservation.id} reservation={reservation} />
        ))}
      </Table>
    </Section>
  )
}

function ReservedRow({ reservation }: { reservation: Reservation }) {
  const nowMs = useNow()
  const { slots, machine_name, gpu_model, ends_at, offer_id } = reservation
  return (
    <tr>
      <RowHead>
        <div>
          {slotsText(slots)} on{' '}
          <Link to="/instance" search={{ offer: offer_id }} className={styles.link}>
            {machine_name}
          </Link>
        </div>
        <div className={styles.small}>{gpu_model ?? 'CPU'}</div>
      </RowHead>
      <Cell label="Use now" holds="words">
        <StatusBadge look="plain" {...usageStatus(reservation)} />
      </Cell>
      <Cell label="Until" align="number">
        <EndTime at={ends_at} />
        <div className={styles.small}>{daysText(daysLeft(reservation, nowMs))} left</div>
      </Cell>
      <Cell label="On hold" align="number">
        <Money microUsd={reservation.held_micro_usd} />
      </Cell>
      <Cell label="Saved" align="number">
        <Money microUsd={savedOf(reservation)} />
        <div className={styles.small}>
          {formatPercent(reservation.discount_basis_points / 100)} off
        </div>
      </Cell>
    </tr>
  )
}

/** What all its days cost less than on demand. */
function savedOf(reservation: Reservation): number {
  const { slots, days, slot_micro_usd_per_hour: microUsdPerHour, discounts } = reservation
  const onDemand = onDemandPrice({ slots, microUsdPerHour, discounts }, days)
  return onDemand - reservation.total_micro_usd
}
