import { Button, Group } from '@mantine/core'
import {
  IconBolt,
  IconBookmark,
  IconClockHour4,
  IconFilterOff,
  IconServerOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../offers-page.module.css'

interface NoOffersProps {
  filtered: boolean
  /** How many offers match but are rented. */
  rented: number
  /** The filters in words. */
  words: string
  /** Saves the search, to be told of matches. */
  onSave: () => void
  /** Rents what begins to match. */
  onAutoOrder: () => void
}

/** Empty state: everything that matches is rented, nothing matches the filters, or there are no offers at all. */
export function NoOffers({ filtered, rented, words, onSave, onAutoOrder }: NoOffersProps) {
  const alert = (
    <Group gap={8} justify="center">
      <Button variant="filled" leftSection={<IconBookmark size={15} />} onClick={onSave}>
        Tell me when one matches
      </Button>
      <Button leftSection={<IconBolt size={15} />} onClick={onAutoOrder}>
        Rent automatically
      </Button>
    </Group>
  )
  if (rented > 0) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconClockHour4 size={20} stroke={1.6} />}
          title={filtered ? 'All matching offers are rented' : 'All offers are rented right now'}
          action={alert}
        >
          Slots become available when their renters stop. Rented offers are listed below.
        </EmptyState>
      </div>
    )
  }
  if (filtered) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconFilterOff size={20} stroke={1.6} />}
          title={`No offer matches: ${words}`}
          action={alert}
        >
          See how relaxing a filter helps.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={<IconServerOff size={20} stroke={1.6} />}
        title="No offers right now"
        action={
          <Button variant="filled" component={Link} to="/machines">
            Host a machine
          </Button>
        }
      >
        Offers appear here as soon as a provider lists a machine. You can also list your own.
      </EmptyState>
    </div>
  )
}
