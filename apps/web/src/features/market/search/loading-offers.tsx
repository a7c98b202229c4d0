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
          <div key={card} className={styles.card}>
            <Skeleton height={16} width="60%" radius="sm" />
            <Skeleton height={10} width="34%" radius="sm" mt={10} />
            <Skeleton height={10} mt={28} radius="sm" />
            <Skeleton height={10} mt={20} radius="sm" />
            <Skeleton height={30} width="24%" mt={24} ml="auto" radius="sm" />
          </div>
        ))}
      </div>
    </>
  )
}
