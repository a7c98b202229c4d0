import type { OfferSort } from '@gridloom/contract/market/offer-filters'
import { IconGauge, IconTag } from '@tabler/icons-react'
import type { OffersSearch } from '../offer-search.ts'
import styles from './offer-table.module.css'
import { SortHeader } from './sort-header.tsx'

interface HeadProps {
  search: OffersSearch
  /** The disk size in every price, in GB. */
  diskGb: number
  onSort: (sort: OfferSort) => void
}

/** The market's columns, grouped by claimed and measured; most of them are sortable. */
export function OfferTableHead({ search, diskGb, onSort }: HeadProps) {
  const sorts = { search, onSort }
  return (
    <thead>
      <GroupRow />
      <tr>
        <th scope="col">Hardware</th>
        <SortHeader sort="vram" {...sorts} className={styles.number}>
          VRAM
        </SortHeader>
        <th scope="col" className={styles.number}>
          vCPU
        </th>
        <SortHeader sort="memory" {...sorts} className={styles.number}>
          Memory
        </SortHeader>
        <SortHeader sort="disk" {...sorts} className={styles.number}>
          Disk free
        </SortHeader>
        <th scope="col">Slots free</th>
        <MeasuredHeads {...sorts} />
        <SortHeader sort="price" {...sorts} className={styles.number} title={priceTitle}>
          All-in, {diskGb} GB disk
        </SortHeader>
        <td />
      </tr>
    </thead>
  )
}

const priceTitle = 'Price includes your disk. Sorted by slot and memory.'
const scoreTitle = 'Million operations per second on all threads'

function GroupRow() {
  return (
    <tr className={styles.groups}>
      <th colSpan={6} scope="colgroup">
        <span title="Reported by the machine, the same for each slot">
          <IconTag size={12} aria-hidden /> Reported by host, per slot
        </span>
      </th>
      <th colSpan={3} scope="colgroup" className={styles.measured}>
        <span title="Measured by us, with the date">
          <IconGauge size={12} aria-hidden /> Measured
        </span>
      </th>
      <td className={`${styles.measured} ${styles.optional}`} />
      <td colSpan={2} />
    </tr>
  )
}

function MeasuredHeads(sorts: Omit<HeadProps, 'diskGb'>) {
  const measured = `${styles.number} ${styles.measured}`
  return (
    <>
      <SortHeader sort="cpu_score" {...sorts} className={measured} title={scoreTitle}>
        CPU score
      </SortHeader>
      <th scope="col" className={`${measured} ${styles.optional}`}>
        Disk write
      </th>
      <SortHeader sort="network" {...sorts} className={measured}>
        Network ↓
      </SortHeader>
      <th scope="col" className={styles.measured}>
        Up, 24 h
      </th>
    </>
  )
}
