import type { Reservation, ReservationEnd } from '@gridloom/contract/reservations/reservation'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../browser/clock.ts'
import {
  daysLeft,
  daysText,
  endWords,
  reservationStatus,
  slotsText,
} from '../../shared/reservations/reservation-words.ts'
import { useChangeReservation } from '../../shared/reservations/reservations-api.ts'
import { Money } from '../../ui/components/money.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import { CancelReservation } from './cancel-reservation.tsx'
import styles from './reservations.module.css'

const columns: readonly Column[] = [
  { text: 'Slots' },
  { text: 'State' },
  { text: 'Left', align: 'number' },
  { text: 'Charged', align: 'number' },
  { text: 'Refunded', align: 'number' },
  { text: 'At the end' },
  { text: 'Actions', head: 'hidden' },
]

/** Reservations with their use, money and end. */
export function ReservationTable({ reservations }: { reservations: readonly Reservation[] }) {
  return (
    <Table label="Reservations" columns={columns}>
      {reservations.map((reservation) => (
        <ReservationRow key={reservation.id} reservation={reservation} />
      ))}
    </Table>
  )
}

function ReservationRow({ reservation }: { reservation: Reservation }) {
  const { slots, slots_used: used, machine_name: machine, offer_id } = reservation
  const isActive = reservation.state === 'active'
  return (
    <tr>
      <RowHead>
        <div className={styles.name}>
          {slotsText(slots)} on{' '}
          {isActive ? (
            <Link to="/instance" search={{ offer: offer_id }} className={styles.link}>
              {machine}
            </Link>
          ) : (
            machine
          )}
        </div>
        <div className={styles.sub}>
          {reservation.gpu_model ?? 'CPU'} · {daysText(reservation.days)}
          {isActive && ` · ${used} of ${slots} used`}
        </div>
      </RowHead>
      <Cell label="State" holds="words">
        <StatusBadge look="plain" {...reservationStatus(reservation)} />
        {isActive && reservation.machine_status !== 'online' && (
          <div className={styles.sub}>Machine offline</div>
        )}
      </Cell>
      <Cell label="Left" align="number">
        <Left reservation={reservation} />
      </Cell>
      <Cell label="Charged" align="number">
        <Money microUsd={reservation.charged_micro_usd} />
        <div className={styles.sub}>
          of <Money microUsd={reservation.total_micro_usd} />
        </div>
      </Cell>
      <Cell label="Refunded" align="number">
        <Money microUsd={reservation.refunded_micro_usd} />
        {reservation.days_refunded > 0 && (
          <div className={styles.sub}>{daysText(reservation.days_refunded)} unavailable</div>
        )}
      </Cell>
      <Cell label="At the end" holds="words">
        {isActive ? <EndChoice reservation={reservation} /> : '—'}
      </Cell>
      <Cell holds="buttons">{isActive && <CancelReservation reservation={reservation} />}</Cell>
    </tr>
  )
}

function Left({ reservation }: { reservation: Reservation }) {
  const nowMs = useNow()
  if (reservation.ended_at !== null) return <TimeAgo at={reservation.ended_at} />
  return <>{daysText(daysLeft(reservation, nowMs))}</>
}

function EndChoice({ reservation }: { reservation: Reservation }) {
  const change = useChangeReservation(reservation.id)
  const shown = change.isPending ? change.variables : reservation.at_end
  return (
    <NativeSelect
      aria-label={`At the end of the reservation on ${reservation.machine_name}`}
      value={shown}
      disabled={change.isPending}
      error={change.error ? describeError(change.error).text : undefined}
      data={endChoices}
      onChange={(event) => {
        const choice = endChoices.find(({ value }) => value === event.currentTarget.value)
        if (choice !== undefined) change.mutate(choice.value)
      }}
    />
  )
}

const endChoices: { value: ReservationEnd; label: string }[] = [
  { value: 'stop', label: endWords.stop },
  { value: 'continue', label: endWords.continue },
]
