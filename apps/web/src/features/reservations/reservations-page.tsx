import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../api/runtime.tsx'
import { reservationsQuery } from '../../shared/reservations/reservations-api.ts'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { ReservationTable } from './reservation-table.tsx'
import styles from './reservations.module.css'

/** `/instance/reservations`: slots that the account has paid for in advance. */
export function ReservationsPage() {
  const reservations = useQuery(reservationsQuery(useClient()))
  return (
    <Page
      title="Reservations"
      lead="Slots that are yours for days, at a discount. A day on which they were unavailable for more than an hour is refunded by itself."
    >
      <Section title="Reservations" inset="flush">
        <Loaded query={reservations} what="your reservations">
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                icon={<IconCalendarEvent size={20} stroke={1.6} />}
                title="No reservations yet"
              >
                Open an offer under{' '}
                <Link to="/instance" className={styles.link}>
                  Rent
                </Link>{' '}
                and choose Reserve, where its provider accepts reservations.
              </EmptyState>
            ) : (
              <ReservationTable reservations={list} />
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}
