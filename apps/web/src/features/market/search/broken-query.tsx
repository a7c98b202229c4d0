import { Button } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/components/states.tsx'
import styles from '../offers-page.module.css'

/** The URL's query cannot be read; the query bar says where. */
export function BrokenQuery({ onClear }: { onClear: () => void }) {
  return (
    <div className={styles.frame}>
      <EmptyState
        icon={<IconFilterOff size={20} stroke={1.6} />}
        title="The query cannot be read"
        action={
          <Button variant="filled" onClick={onClear}>
            Clear the query
          </Button>
        }
      >
        Correct the marked word to see offers.
      </EmptyState>
    </div>
  )
}
