import { Button } from '@mantine/core'
import { IconFilterOff, IconServerOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../offers-page.module.css'

/** Nothing to rent: because of the filters, or because nobody offers anything right now. */
export function NoOffers({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconFilterOff size={20} stroke={1.6} />}
          title="Nothing fits all filters"
        >
          Below stands what each filter removes, and what giving way a little brings.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={<IconServerOff size={20} stroke={1.6} />}
        title="Nothing is for rent right now"
        action={
          <Button variant="filled" component={Link} to="/machines">
            Host a machine
          </Button>
        }
      >
        Offers appear here by themselves as soon as a provider lists a machine. You can list one of
        your own.
      </EmptyState>
    </div>
  )
}
