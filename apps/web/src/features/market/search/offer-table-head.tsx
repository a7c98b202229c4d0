import { offerField } from '@gridloom/contract/market/offer-fields'
import type { SortedFieldName } from '@gridloom/contract/market/offer-filters'
import { VisuallyHidden } from '@mantine/core'
import { IconGauge, IconTag } from '@tabler/icons-react'
import { areUsual, type ColumnName, groupColumns } from '../columns/column-list.ts'
import { columnTitle } from '../columns/column-title.ts'
import { isSorted } from '../columns/field-order.ts'
import type { OffersSearch } from '../offer-search.ts'
import { columnClass } from './column-cell.tsx'
import styles from './offer-table.module.css'
import { SortHeader } from './sort-header.tsx'

interface HeadProps {
  search: OffersSearch
  columns: readonly ColumnName[]
  /** The disk size in every price, in GB. */
  diskGb: number
  onSort: (sort: SortedFieldName) => void
}

/** The market's columns, grouped by claimed and measured; numbers are sortable. */
export function OfferTableHead({ search, columns, diskGb, onSort }: HeadProps) {
  const sorts = { search, onSort }
  const usual = areUsual(columns)
  return (
    <thead>
      <GroupRow columns={columns} />
      <tr>
        <td>
          <VisuallyHidden>Compare</VisuallyHidden>
        </td>
        <th scope="col">Hardware</th>
        {columns.map((name) => (
          <ColumnHead key={name} name={name} usual={usual} {...sorts} />
        ))}
        <SortHeader sort="price" {...sorts} className={styles.number} title={priceTitle}>
          All-in, {diskGb} GB disk
        </SortHeader>
        <td />
      </tr>
    </thead>
  )
}

const priceTitle = 'Price includes your disk. Sorted by slot and memory.'

interface ColumnHeadProps extends Pick<HeadProps, 'search' | 'onSort'> {
  name: ColumnName
  usual: boolean
}

function ColumnHead({ name, usual, ...sorts }: ColumnHeadProps) {
  const { about } = offerField(name)
  const shown = columnTitle(name)
  const className = columnClass(name, usual)
  if (!isSorted(name)) {
    return (
      <th scope="col" className={className} title={about}>
        {shown}
      </th>
    )
  }
  return (
    <SortHeader sort={name} {...sorts} className={className} title={about}>
      {shown}
    </SortHeader>
  )
}

const groupHeads = {
  reported: {
    icon: IconTag,
    word: 'Reported by host, per slot',
    title: 'Reported by the machine, the same for each slot',
  },
  measured: { icon: IconGauge, word: 'Measured', title: 'Measured by us, with the date' },
} as const

function GroupRow({ columns }: { columns: readonly ColumnName[] }) {
  return (
    <tr className={styles.groups}>
      <td colSpan={2} />
      {groupColumns(columns).map((group) => {
        const [first] = group.columns
        if (group.source === 'none') return <td key={first} colSpan={group.columns.length} />
        const { icon: Icon, word, title } = groupHeads[group.source]
        return (
          <th
            key={first}
            colSpan={group.columns.length}
            scope="colgroup"
            className={group.source === 'measured' ? styles.measured : undefined}
          >
            <span title={title}>
              <Icon size={12} aria-hidden /> {word}
            </span>
          </th>
        )
      })}
      <td />
      <td />
    </tr>
  )
}
