import type { OfferFilterName } from '@gridloom/contract/market/offer-filters'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { filterTexts } from '../../../shared/market/filter-text.ts'
import type { SetFilters } from '../offer-search.ts'
import styles from './active-filters.module.css'

interface ActiveFiltersProps {
  filters: SetFilters
  /** The filters that the template's bar shows. */
  elsewhere: readonly OfferFilterName[]
  onChange: (change: SetFilters) => void
  onClear: () => void
}

/** The filters that are set, each with a button that removes it. */
export function ActiveFilters({ filters, elsewhere, onChange, onClear }: ActiveFiltersProps) {
  const texts = filterTexts(filters).filter(({ filter }) => !elsewhere.includes(filter))
  if (texts.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {texts.map(({ filter, label, text }) => (
        <li key={filter} className={styles.chip}>
          <span>
            {label} {text}
          </span>
          <button
            type="button"
            className={styles.drop}
            aria-label={`Remove the filter ${label} ${text}`}
            onClick={() => onChange({ [filter]: undefined })}
          >
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
      {texts.length > 1 && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={onClear}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}
