import type { SortedFieldName } from '@gridloom/contract/market/offer-filters'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usualOfferOrder } from '../columns/field-order.ts'
import type { OffersSearch } from '../offer-search.ts'
import styles from './offer-table.module.css'

interface SortHeaderProps {
  sort: SortedFieldName
  search: OffersSearch
  title?: string
  className?: string | undefined
  onSort: (sort: SortedFieldName) => void
  children: ReactNode
}

/** A column header that sorts by the column; another click reverses the order. */
export function SortHeader({ sort, search, title, className, onSort, children }: SortHeaderProps) {
  const present = search.sort ?? 'price'
  const order = search.order ?? usualOfferOrder(present)
  const active = present === sort
  const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={active ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        data-active={active}
        title={title}
        onClick={() => onSort(sort)}
      >
        {children}
        {active && <Arrow size={12} stroke={2.2} aria-hidden />}
      </button>
    </th>
  )
}
