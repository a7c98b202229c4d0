import { offerField } from '@gridloom/contract/market/offer-fields'
import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { filterPart } from '@gridloom/domain/market/filter-parts'
import type { SetFilters } from '../offer-search.ts'
import { ChoiceCell, isolations, kinds } from './choice-cell.tsx'
import { FilterField } from './filter-field.tsx'
import styles from './filter-strip.module.css'
import { filterValue, limitSign, readFilter, writtenFilter } from './filter-values.ts'

interface FilterStripProps {
  filters: SetFilters
  /** GPU models and images currently on the market, as suggestions. */
  known: { gpuModels: readonly string[]; images: readonly string[] }
  /** Whether a phone hides the strip. */
  folded: boolean
  onChange: (change: SetFilters) => void
}

interface StripFilter {
  readonly filter: OfferFilterName
  readonly label: string
  readonly sign: '≥' | '≤'
  readonly unit: string
}

const stripFilters: readonly StripFilter[] = [
  { filter: 'vram_mib_min', label: 'VRAM', sign: '≥', unit: 'GiB' },
  { filter: 'vcpus_min', label: 'vCPU', sign: '≥', unit: '' },
  { filter: 'memory_mib_min', label: 'Memory', sign: '≥', unit: 'GiB' },
  { filter: 'disk_gb_min', label: 'Disk', sign: '≥', unit: 'GB' },
  { filter: 'cpu_score_min', label: 'CPU score', sign: '≥', unit: '' },
  { filter: 'network_down_mbps_min', label: 'Network', sign: '≥', unit: 'Mbit/s' },
  { filter: 'slots_min', label: 'Free slots', sign: '≥', unit: '' },
  { filter: 'price_micro_usd_per_hour_max', label: 'Price', sign: '≤', unit: '$/h' },
]

/** The most used filters as one strip; each writes itself to the URL. */
export function FilterStrip({ filters, known, folded, onChange }: FilterStripProps) {
  return (
    <search aria-label="Filters" className={styles.strip} data-folded={folded}>
      <ChoiceCell
        label="Kind"
        choices={kinds}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <StripText label="GPU" filter="gpu" {...{ filters, onChange }} choices={known.gpuModels} />
      {stripFilters.map(({ filter, label, sign, unit }) => (
        <FilterField
          key={filter}
          {...{ label, unit }}
          sign={limitSign(filters, filter, sign)}
          keyboard="decimal"
          title={offerField(filterPart(filter).field).about}
          read={(text) => readFilter(filter, text)}
          value={writtenFilter(filters, filter)}
          onCommit={(text) => onChange({ [filter]: text && filterValue(filter, text) })}
        />
      ))}
      <StripText
        label="Cached image"
        filter="image"
        {...{ filters, onChange }}
        choices={known.images}
      />
      <ChoiceCell
        label="Isolation"
        choices={isolations}
        value={filters.isolation === 'any' ? 'any' : undefined}
        onChange={(isolation) => onChange({ isolation })}
      />
    </search>
  )
}

interface StripTextProps extends Pick<FilterStripProps, 'filters' | 'onChange'> {
  label: string
  filter: 'gpu' | 'image'
  choices: readonly string[]
}

function StripText({ label, filter, filters, choices, onChange }: StripTextProps) {
  return (
    <FilterField
      label={label}
      value={filters[filter]}
      read={(text) => readFilter(filter, text)}
      choices={choices}
      wide
      onCommit={(text) => onChange({ [filter]: text })}
    />
  )
}
