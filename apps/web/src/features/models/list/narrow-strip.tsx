import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { plural } from '../../../ui/format/numbers.ts'
import styles from '../hub.module.css'
import { type HubSearch, hubSorts } from '../hub-address.ts'
import { sortNames } from './sort-names.ts'

interface NarrowStripProps {
  search: HubSearch
  replaceSearch: (search: HubSearch) => void
  /** Number of models found. */
  found: number
}

/** The search field; on a narrow screen, which has no columns, also the sort order. */
export function NarrowStrip({ search, replaceSearch, found }: NarrowStripProps) {
  const { q, ...others } = search
  const { sort, order: _, ...unsorted } = search
  return (
    <search className={styles.strip} aria-label="Models">
      <TextInput
        aria-label="Search models"
        placeholder="Search by name, maker or licence"
        leftSection={<IconSearch size={15} />}
        defaultValue={q ?? ''}
        onChange={({ currentTarget: { value } }) =>
          replaceSearch(value.trim() === '' ? others : { ...others, q: value })
        }
      />
      <Select
        className={styles.sortSelect ?? ''}
        aria-label="Sort"
        data={sortChoices}
        value={sort ?? served}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = hubSorts.find((one) => one === value)
          replaceSearch(chosen === undefined ? unsorted : { ...unsorted, sort: chosen })
        }}
      />
      <span className={styles.found} role="status">
        {q === undefined ? '' : `${plural(found, 'model')} found`}
      </span>
      <span className={styles.measured}>Measured: medians of the last 30 minutes</span>
    </search>
  )
}

const served = 'served'
const sortChoices = [
  { value: served, label: 'Available first' },
  ...hubSorts.map((value) => ({ value, label: `By ${sortNames[value].toLowerCase()}` })),
]
