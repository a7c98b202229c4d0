import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { comparedMax } from '../offer-search.ts'
import styles from './compare.module.css'

interface CompareBarProps {
  count: number
  onCompare: () => void
  onClear: () => void
}

/** The bar at the bottom of the window while offers are marked. */
export function CompareBar({ count, onCompare, onClear }: CompareBarProps) {
  if (count === 0) return null
  return (
    <section className={styles.bar} aria-label="Comparison">
      <span className={`${styles.muted} gl-num`} role="status">
        {count === 1 ? 'Mark another offer to compare' : `${count} of ${comparedMax} marked`}
      </span>
      <Button variant="subtle" onClick={onClear}>
        Clear
      </Button>
      <Button
        variant="filled"
        leftSection={<IconColumns3 size={15} />}
        disabled={count < 2}
        onClick={onCompare}
      >
        Compare {count}
      </Button>
    </section>
  )
}
