import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { HubSearch, HubSort } from '../hub-address.ts'
import { sortHubBy, usualHubOrder } from '../hub-search.ts'
import { measured } from './model-cells.tsx'
import styles from './model-list.module.css'
import { sortNames } from './sort-names.ts'

interface HeadProps {
  search: HubSearch
  replaceSearch: (search: HubSearch) => void
}

/** The hub's columns; metrics are grouped apart from prices. */
export function ModelTableHead(props: HeadProps) {
  return (
    <thead>
      <tr>
        <SortHead {...props} sort="name" />
        <SortHead {...props} sort="size" className={styles.number} title="Parameters" />
        <SortHead {...props} sort="context" className={styles.number} title="Tokens" />
        <SortHead {...props} sort="price" className={styles.number} title={priceTitle}>
          Input
        </SortHead>
        <th scope="col" className={styles.number} title="Per million tokens">
          Output
        </th>
        {measured.map(({ sort, title }) => (
          <SortHead
            key={sort}
            {...props}
            sort={sort}
            className={`${styles.number} ${styles.measured}`}
            title={title}
          />
        ))}
        <SortHead {...props} sort="machines" className={styles.number} />
        <td />
      </tr>
    </thead>
  )
}

const priceTitle = 'Per million tokens on the cheapest machine, sorted by input and output'

interface SortHeadProps extends HeadProps {
  sort: HubSort
  className?: string | undefined
  title?: string
  /** The column's header, if it differs from the name of the sort order. */
  children?: ReactNode
}

function SortHead({ sort, search, replaceSearch, className, title, children }: SortHeadProps) {
  const active = search.sort === sort
  const order = search.order ?? usualHubOrder(sort)
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
        onClick={() => replaceSearch(sortHubBy(search, sort))}
      >
        {children ?? sortNames[sort]}
        {active && <Arrow size={12} stroke={2.2} aria-hidden />}
      </button>
    </th>
  )
}
