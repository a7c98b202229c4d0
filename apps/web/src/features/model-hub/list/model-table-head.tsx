import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { HubSearch, HubSort } from '../hub-address.ts'
import { sortedBy, usualOrder } from '../hub-search.ts'
import styles from './model-list.module.css'
import { sortNames } from './narrow-strip.tsx'

interface HeadProps {
  search: HubSearch
  replaceSearch: (search: HubSearch) => void
}

/** The hub's columns; what was measured stands apart from what is asked. */
export function ModelTableHead(props: HeadProps) {
  const measured = `${styles.number} ${styles.measured}`
  return (
    <thead>
      <tr>
        <SortHead {...props} sort="name" />
        <SortHead {...props} sort="size" className={styles.number} title="Parameters" />
        <SortHead {...props} sort="context" className={styles.number} title="Tokens" />
        <SortHead {...props} sort="price" className={styles.number} title={priceTitle}>
          Input
        </SortHead>
        <th scope="col" className={styles.number} title="For a million tokens">
          Output
        </th>
        <SortHead {...props} sort="first_token" className={measured} title={medianTitle} />
        <SortHead {...props} sort="speed" className={measured} title={medianTitle} />
        <SortHead {...props} sort="uptime" className={measured} title={uptimeTitle} />
        <SortHead {...props} sort="machines" className={styles.number} />
        <td />
      </tr>
    </thead>
  )
}

const priceTitle = 'For a million tokens at the cheapest machine; sorted by input and output'
const medianTitle = 'The median over the last 30 minutes, measured'
const uptimeTitle = 'The share of answers of the last day that did not fail'

interface SortHeadProps extends HeadProps {
  sort: HubSort
  className?: string | undefined
  title?: string
  /** The column's words, where they are not the order's. */
  children?: ReactNode
}

function SortHead({ sort, search, replaceSearch, className, title, children }: SortHeadProps) {
  const active = search.sort === sort
  const order = search.order ?? usualOrder(sort)
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
        onClick={() => replaceSearch(sortedBy(search, sort))}
      >
        {children ?? sortNames[sort]}
        {active && <Arrow size={12} stroke={2.2} aria-hidden />}
      </button>
    </th>
  )
}
