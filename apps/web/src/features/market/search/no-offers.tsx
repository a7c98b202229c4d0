import { Button } from '@mantine/core'
import { IconFilterOff, IconServerOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../offers-page.module.css'

/** Empty state: no offers match the filters, or there are none at all. */
export function NoOffers({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconFilterOff size={20} stroke={1.6} />}
          title="No offers match your filters"
        >
          See below what each filter removes and how to get more results.
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
