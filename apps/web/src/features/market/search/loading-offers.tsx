import { Skeleton } from '@mantine/core'
import { SkeletonRows } from '../../../ui/components/skeletons.tsx'
import styles from './offer-table.module.css'

/** Skeleton of the market: rows as high as those of its table, or cards on a phone. */
export function LoadingOffers() {
  return (
    <>
      <div className={styles.frame}>
        <SkeletonRows rows={8} rowHeight={54} headHeight={55} label="Loading offers" />
      </div>
      <div className={styles.cards} aria-hidden>
        {['first', 'second', 'third'].map((card) => (
          <Skeleton key={card} height={212} radius="lg" />
        ))}
      </div>
    </>
  )
}
