import { OfferSort } from '@gridloom/contract/market/offer-filters'
import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { OffersSearch } from '../offer-search.ts'
import styles from './filter-strip.module.css'

interface NarrowBarProps {
  search: OffersSearch
  /** How many filters are set. */
  active: number
  folded: boolean
  onFold: () => void
  onChange: (change: Partial<OffersSearch>) => void
}

const sortNames = {
  price: 'Price',
  cpu_score: 'CPU score',
  memory: 'Memory',
  vram: 'VRAM',
  disk: 'Disk',
  down: 'Download',
  uptime: 'Uptime',
  ready: 'Ready in',
} as const satisfies Partial<Record<OfferSort, string>>
const sortChoices = Object.entries(sortNames).map(([value, name]) => ({
  value,
  label: `By ${name}`,
}))

/** On a phone the filters fold, and its own select replaces the sortable columns. */
export function NarrowBar({ search, active, folded, onFold, onChange }: NarrowBarProps) {
  return (
    <div className={styles.folded}>
      <Button
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        aria-expanded={!folded}
        onClick={onFold}
      >
        {active === 0 ? 'Filters' : `Filters · ${active}`}
      </Button>
      <NativeSelect
        aria-label="Sort"
        data={sortChoices}
        value={search.sort ?? 'price'}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            sort: OfferSort.exclude(['price', 'network']).safeParse(value).data,
            order: undefined,
          })
        }
      />
    </div>
  )
}
