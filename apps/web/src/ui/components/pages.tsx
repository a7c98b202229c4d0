import { Pagination } from '@mantine/core'
import styles from './pages.module.css'

interface PagesProps {
  page: number
  /** Total number of rows. */
  total: number
  pageSize: number
  turnTo: (page: number) => void
}

/** Pagination below a table; hidden when there is one page. */
export function Pages({ page, total, pageSize, turnTo }: PagesProps) {
  if (total <= pageSize) return null
  return (
    <div className={styles.pages}>
      <Pagination
        size="sm"
        value={page}
        onChange={turnTo}
        total={Math.ceil(total / pageSize)}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      />
    </div>
  )
}
