import { Select } from '@mantine/core'
import { SearchField } from '../../../ui/components/search-field.tsx'
import styles from './instance-list.module.css'
import { type ListFilters, stateGroups } from './use-list-filters.ts'

interface ListFiltersProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}

/** Text and state that the listed instances have. */
export function InstanceFilters({ filters, onChange }: ListFiltersProps) {
  return (
    <div className={styles.filters}>
      <SearchField label="Search instances" value={filters.q} onSearch={(q) => onChange({ q })} />
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        w={170}
        data={stateGroups.map(({ value, label }) => ({ value, label }))}
        value={filters.state}
        onChange={(state) => onChange({ state })}
      />
    </div>
  )
}
