import styles from './slot-pips.module.css'

const pipsMax = 8

/** Rented slots as `1 / 2`, with one pip per slot when there are few. */
export function SlotPips({ rented, total }: { rented: number; total: number }) {
  if (total === 0) return <span className={styles.text}>—</span>
  const pips = total <= pipsMax ? Array.from({ length: total }, (_, slot) => slot) : []
  return (
    <span className={styles.slots}>
      <span className={styles.pips} aria-hidden>
        {pips.map((slot) => (
          <span key={slot} className={styles.pip} data-rented={slot < rented} />
        ))}
      </span>
      <span className={`${styles.text} gl-num`}>
        {rented} of {total}
      </span>
    </span>
  )
}
