import { Skeleton } from '@mantine/core'
import styles from './skeletons.module.css'

interface SkeletonRowsProps {
  rows?: number
  /** Name of what is loading, for screen readers. */
  label: string
  rowHeight?: number
  /** The height of the column headers, if it is a table. */
  headHeight?: number
}

/** Skeleton of a list or a table. */
export function SkeletonRows({ rows = 4, label, rowHeight = 56, headHeight }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label={label}>
      {headHeight !== undefined && <div className={styles.row} style={{ height: headHeight }} />}
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <div key={key} className={styles.row} style={{ height: rowHeight }}>
          <Skeleton height={10} width="22%" radius="sm" />
          <Skeleton height={10} width="34%" radius="sm" />
          <Skeleton height={10} width="12%" radius="sm" ml="auto" />
        </div>
      ))}
    </div>
  )
}

/** Skeleton of a section. */
export function SkeletonBlock({ height, label }: { height: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      <Skeleton height={height} radius="lg" />
    </div>
  )
}
