import { Pagination } from '@mantine/core'
import styles from './pages.module.css'

interface PagesProps {
  page: number
  /** How many rows there are in all. */
  total: number
  pageSize: number
  turnTo: (page: number) => void
}

/** The pages under a table; nothing where one page holds everything. */
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
