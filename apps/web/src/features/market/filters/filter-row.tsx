import type { OfferFacet } from '@gridloom/contract/market/facets'
import type { OfferFieldName } from '@gridloom/contract/market/offer-fields'
import { offerField } from '@gridloom/contract/market/offer-fields'
import { filterParts } from '@gridloom/domain/market/filter-parts'
import { offerUnits } from '@gridloom/domain/market/offer-units'
import type { SetFilters } from '../offer-search.ts'
import { ChoiceCell, isolations, kinds } from './choice-cell.tsx'
import { FacetValues } from './facet-values.tsx'
import { useSettledText } from './filter-field.tsx'
import styles from './filter-panel.module.css'
import { filterValue, readFilter, writtenFilter } from './filter-values.ts'

interface FilterRowProps {
  field: OfferFieldName
  facet: OfferFacet | undefined
  filters: SetFilters
  onChange: (change: SetFilters) => void
}

/** One field of the form: its limits or values, and the values that offers have. */
export function FilterRow(props: FilterRowProps) {
  const { field, filters, onChange } = props
  const { title, about, type } = offerField(field)
  if (field === 'kind') {
    const { kind } = filters
    return (
      <ChoiceCell
        label={title}
        choices={kinds}
        value={kind}
        onChange={(kind) => onChange({ kind })}
      />
    )
  }
  if (field === 'isolated') {
    return (
      <ChoiceCell
        label="Isolation"
        title={about}
        choices={isolations}
        value={filters.isolation === 'any' ? 'any' : undefined}
        onChange={(isolation) => onChange({ isolation })}
      />
    )
  }
  const parts = filterParts.filter((part) => part.field === field)
  // The models of GPUs and flags are chosen among their values.
  const typed = type !== 'flag' && field !== 'gpu_model'
  return (
    <div className={styles.row}>
      <span className={styles.label} title={about}>
        {title}
        {unitOf(field)}
      </span>
      {typed && (
        <div className={styles.inputs}>
          {parts.map(({ filter, role }) => (
            <FilterInput key={filter} filter={filter} role={role} {...props} />
          ))}
        </div>
      )}
      <FacetValues {...props} />
    </div>
  )
}

function unitOf(name: OfferFieldName) {
  const field = offerField(name)
  const label = field.type === 'number' ? offerUnits[field.unit].label : ''
  return label === '' ? null : <span className={styles.unit}> {label}</span>
}

const roleWords = {
  least: { name: 'at least', placeholder: 'min' },
  most: { name: 'at most', placeholder: 'max' },
  any_of: { name: 'any of', placeholder: 'any of' },
  none_of: { name: 'none of', placeholder: 'none of' },
  exact: { name: 'exactly', placeholder: 'any' },
  flag: { name: '', placeholder: '' },
} as const

interface FilterInputProps extends FilterRowProps {
  filter: (typeof filterParts)[number]['filter']
  role: keyof typeof roleWords
}

function FilterInput({ field, filter, role, filters, onChange }: FilterInputProps) {
  const { type, title } = offerField(field)
  const words = roleWords[role]
  const { text, setText, commitNow } = useSettledText({
    value: writtenFilter(filters, filter),
    read: (typed) => readFilter(filter, typed),
    onCommit: (typed) => onChange({ [filter]: typed && filterValue(filter, typed) }),
  })
  const isWrong = text.trim() !== '' && readFilter(filter, text.trim()) === null
  return (
    <input
      className={styles.input}
      aria-label={`${title}, ${words.name}`}
      aria-invalid={isWrong}
      title={isWrong ? `This is no value of ${title}` : undefined}
      placeholder={words.placeholder}
      autoComplete="off"
      spellCheck={false}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commitNow}
      onKeyDown={(event) => event.key === 'Enter' && commitNow()}
    />
  )
}
