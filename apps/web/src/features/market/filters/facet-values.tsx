import type { OfferFacet } from '@gridloom/contract/market/facets'
import { type OfferFieldName, offerField } from '@gridloom/contract/market/offer-fields'
import { parseUnits } from '@gridloom/domain/market/offer-units'
import { useState } from 'react'
import { codeText, limitText } from '../../../shared/market/fact-text.ts'
import { formatCount } from '../../../ui/format/numbers.ts'
import type { SetFilters } from '../offer-search.ts'
import { isChosen, toggledValue } from './facet-choice.ts'
import styles from './filter-panel.module.css'

interface FacetValuesProps {
  field: OfferFieldName
  facet: OfferFacet | undefined
  filters: SetFilters
  onChange: (change: SetFilters) => void
}

const shownFirst = 6

/** The values that offers have, each with its number of offers; a press filters by it. */
export function FacetValues({ field, facet, filters, onChange }: FacetValuesProps) {
  const [all, setAll] = useState(false)
  if (facet === undefined || facet.values.length === 0) return null
  const chosen = facet.values.filter(({ value }) => isChosen(filters, field, value))
  const first = facet.values.slice(0, shownFirst)
  const shown = all ? facet.values : [...new Set([...first, ...chosen])]
  const more = facet.values.length - shown.length
  const { title } = offerField(field)
  return (
    <fieldset className={styles.values} aria-label={`Values of ${title}`}>
      {shown.map(({ value, offers }) => (
        <button
          key={value}
          type="button"
          className={styles.value}
          aria-pressed={isChosen(filters, field, value)}
          onClick={() => onChange(toggledValue(filters, field, value))}
        >
          {valueText(field, value)}{' '}
          <span className={`${styles.count} gl-num`}>{formatCount(offers)}</span>
        </button>
      ))}
      {more > 0 && (
        <button type="button" className={styles.value} onClick={() => setAll(true)}>
          {more} more
        </button>
      )}
      {all && facet.more && <span className={styles.count}>and rarer ones</span>}
    </fieldset>
  )
}

function valueText(field: OfferFieldName, value: string): string {
  const declared = offerField(field)
  if (declared.type !== 'number') return codeText(field, value)
  return limitText(field, parseUnits(declared.unit, value) ?? value)
}
