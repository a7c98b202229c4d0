import { Skeleton } from '@mantine/core'
import styles from './page-loading.module.css'

/** Placeholder of a screen whose code is loading: the frame of a page without text. */
export function PageLoading() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the page">
      <Skeleton height={24} width={180} radius="sm" />
      <Skeleton height={12} width={320} radius="sm" mt={10} />
      <Skeleton height={280} radius="lg" mt={24} />
    </div>
  )
}
