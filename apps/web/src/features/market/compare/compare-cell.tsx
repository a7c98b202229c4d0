import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import styles from './compare.module.css'
import type { CompareRow } from './compare-rows.ts'

/** One value; the best of its row has a tick and says so. */
export function CompareCell({ cell }: { cell: CompareRow['cells'][number] }) {
  if (cell.text === null) {
    return (
      <td className={styles.muted}>
        <span aria-hidden>–</span>
        <VisuallyHidden>unknown</VisuallyHidden>
      </td>
    )
  }
  return (
    <td className="gl-num">
      {cell.text}
      {cell.best && (
        <span className={styles.best}>
          <IconCheck size={12} stroke={2.4} aria-hidden />
          best
        </span>
      )}
    </td>
  )
}
