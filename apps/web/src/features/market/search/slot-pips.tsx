import styles from './offer-table.module.css'

const pipsMost = 8

/** Free slots of all slots, as a number and, if there are few, as pips. */
export function SlotPips({ free, total }: { free: number; total: number }) {
  return (
    <span className={`${styles.pips} gl-num`}>
      {total <= pipsMost && (
        <span aria-hidden>
          {Array.from({ length: total }, (_, slot) => slot).map((slot) => (
            <span key={slot} className={styles.pip} data-free={slot < free} />
          ))}
        </span>
      )}
      {free} of {total}
    </span>
  )
}
