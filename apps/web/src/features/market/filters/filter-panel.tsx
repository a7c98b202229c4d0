import type { OfferFacet } from '@gridloom/contract/market/facets'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { facetsQuery } from '../api/offer-facets.ts'
import type { SetFilters } from '../offer-search.ts'
import { filterGroups } from './filter-groups.ts'
import styles from './filter-panel.module.css'
import { FilterRow } from './filter-row.tsx'

interface FilterPanelProps {
  filters: SetFilters
  onChange: (change: SetFilters) => void
}

/** Every filter of the market, in groups, with the values that offers have and how many have them. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const facets = useQuery(facetsQuery(useClient(), filters))
  useShownInPlace(facets.error)
  const known = new Map(
    facets.data?.facets.map((facet): [string, OfferFacet] => [facet.field, facet]),
  )
  return (
    <search aria-label="All filters" className={styles.panel}>
      {facets.error && (
        <p className={styles.note} role="alert">
          Values could not be counted: {describeError(facets.error).text}
        </p>
      )}
      {filterGroups.map(({ title, fields }) => (
        <fieldset key={title} className={styles.group}>
          <legend className={styles.title}>{title}</legend>
          {fields.map((field) => (
            <FilterRow
              key={field}
              field={field}
              facet={known.get(field)}
              filters={filters}
              onChange={onChange}
            />
          ))}
        </fieldset>
      ))}
    </search>
  )
}
