import styles from './slot-pips.module.css'

const pipsMax = 8

interface SlotPipsProps {
  count: number
  total: number
  /** What the count is of: rented slots to their provider, free ones to renters. */
  shows: 'rented' | 'free'
}

/** Some of all slots as `1 of 2`, with one pip per slot when there are few. */
export function SlotPips({ count, total, shows }: SlotPipsProps) {
  if (total === 0) return <span className={styles.text}>—</span>
  const pips = total <= pipsMax ? Array.from({ length: total }, (_, slot) => slot) : []
  return (
    <span className={styles.slots} data-shows={shows}>
      <span className={styles.pips} aria-hidden>
        {pips.map((slot) => (
          <span key={slot} className={styles.pip} data-counted={slot < count} />
        ))}
      </span>
      <span className={`${styles.text} gl-num`}>
        {count} of {total}
      </span>
    </span>
  )
}
