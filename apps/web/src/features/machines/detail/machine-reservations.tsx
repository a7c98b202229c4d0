import type { Machine } from '@gridloom/contract/machines/machine'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { EndTime } from '../../../shared/reservations/end-time.tsx'
import {
  daysLeft,
  daysText,
  reservationStatus,
  slotsText,
} from '../../../shared/reservations/reservation-words.ts'
import { machineReservationsQuery } from '../../../shared/reservations/reservations-api.ts'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import styles from './machine-view.module.css'

const columns: readonly Column[] = [
  { text: 'Slots' },
  { text: 'State' },
  { text: 'Charged', align: 'number' },
]

const shownMost = 20

/** The reservations of a machine, newest first; nothing until it has had one. */
export function MachineReservations({ machine }: { machine: Machine }) {
  const reservations = useQuery(machineReservationsQuery(useClient(), machine.id))
  const nowMs = useNow()
  if (reservations.data === undefined || reservations.data.length === 0) return null
  return (
    <Section title="Reservations" note="before the platform fee" inset="flush">
      <Table label="Reservations" columns={columns} narrow="columns">
        {reservations.data.slice(0, shownMost).map((one) => (
          <tr key={one.id}>
            <RowHead>
              {slotsText(one.slots)} for {daysText(one.days)}
              {one.days_refunded > 0 && (
                <div className={styles.cellSmall}>{daysText(one.days_refunded)} refunded</div>
              )}
            </RowHead>
            <Cell>
              <StatusBadge look="plain" {...reservationStatus(one)} />
              {one.state === 'active' && (
                <div className={styles.cellSmall}>
                  until <EndTime at={one.ends_at} /> · {daysText(daysLeft(one, nowMs))} left
                </div>
              )}
            </Cell>
            <Cell align="number">
              <Money microUsd={one.charged_micro_usd} />
              <div className={styles.cellSmall}>
                of <Money microUsd={one.total_micro_usd} />
              </div>
            </Cell>
          </tr>
        ))}
      </Table>
    </Section>
  )
}
