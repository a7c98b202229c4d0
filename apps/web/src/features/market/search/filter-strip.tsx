import { type OfferKind, OfferSort } from '@gridloom/contract/market/offer-filters'
import { Button, NativeSelect } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import type { FilterKey } from '../../../shared/market/filter-values.ts'
import { activeFilters, type OffersSearch } from '../offer-search.ts'
import { FilterField } from './filter-field.tsx'
import styles from './filter-strip.module.css'

interface FilterStripProps {
  search: OffersSearch
  /** GPU models and images currently on the market, as suggestions. */
  known: { gpuModels: readonly string[]; images: readonly string[] }
  onChange: (change: Partial<OffersSearch>) => void
}

interface NumberFilter {
  readonly key: Exclude<FilterKey, 'kind' | 'gpu' | 'image'>
  readonly label: string
  readonly sign: '≥' | '≤'
  readonly unit: string
}

const numberFilters: readonly NumberFilter[] = [
  { key: 'vram', label: 'VRAM', sign: '≥', unit: 'GiB' },
  { key: 'vcpus', label: 'vCPU', sign: '≥', unit: '' },
  { key: 'memory', label: 'Memory', sign: '≥', unit: 'GiB' },
  { key: 'disk', label: 'Disk', sign: '≥', unit: 'GB' },
  { key: 'score', label: 'CPU score', sign: '≥', unit: '' },
  { key: 'net', label: 'Network', sign: '≥', unit: 'Mbit/s' },
  { key: 'slots', label: 'Free slots', sign: '≥', unit: '' },
  { key: 'max', label: 'Price', sign: '≤', unit: '$/h' },
]

/** The market's filters as one strip; each writes itself to the URL. */
export function FilterStrip({ search, known, onChange }: FilterStripProps) {
  const [folded, setFolded] = useState(true)
  return (
    <search aria-label="Filters">
      <NarrowBar
        search={search}
        folded={folded}
        onFold={() => setFolded((was) => !was)}
        onChange={onChange}
      />
      <div className={styles.strip} data-folded={folded}>
        <KindCell kind={search.kind} onChange={(kind) => onChange({ kind })} />
        <FilterField
          label="GPU model"
          value={search.gpu}
          choices={known.gpuModels}
          wide
          onCommit={(gpu) => onChange({ gpu })}
        />
        <NumberFilters search={search} onChange={onChange} />
        <FilterField
          label="Cached image"
          value={search.image}
          choices={known.images}
          wide
          onCommit={(image) => onChange({ image })}
        />
        <IsolationCell
          isolation={search.isolation}
          onChange={(isolation) => onChange({ isolation })}
        />
      </div>
    </search>
  )
}

function NumberFilters({ search, onChange }: Pick<FilterStripProps, 'search' | 'onChange'>) {
  return numberFilters.map(({ key, label, sign, unit }) => (
    <FilterField
      key={key}
      label={label}
      sign={sign}
      unit={unit}
      accepts="number"
      value={search[key] === undefined ? undefined : String(search[key])}
      onCommit={(text) => onChange({ [key]: text === undefined ? undefined : Number(text) })}
    />
  ))
}

const kinds = [
  { value: undefined, word: 'All' },
  { value: 'gpu', word: 'GPU' },
  { value: 'cpu', word: 'CPU' },
] as const

function KindCell({ kind, onChange }: { kind: OfferKind | undefined } & OnChoice<OfferKind>) {
  return <ChoiceCell label="Kind" choices={kinds} value={kind} onChange={onChange} />
}

const isolations = [
  { value: undefined, word: 'Isolated' },
  { value: 'any', word: 'Any' },
] as const

function IsolationCell({
  isolation,
  onChange,
}: { isolation: OffersSearch['isolation'] } & OnChoice<'any'>) {
  return <ChoiceCell label="Isolation" choices={isolations} value={isolation} onChange={onChange} />
}

interface OnChoice<Value> {
  onChange: (value: Value | undefined) => void
}

interface ChoiceCellProps<Value extends string> extends OnChoice<Value> {
  label: string
  choices: readonly { readonly value: Value | undefined; readonly word: string }[]
  value: Value | undefined
}

/** A filter with a few options; the one without a value is the default. */
function ChoiceCell<Value extends string>(props: ChoiceCellProps<Value>) {
  const { label, choices, value: chosen, onChange } = props
  return (
    <fieldset
      className={styles.cell}
      data-wide
      data-active={chosen !== undefined}
      style={{ border: 0, margin: 0 }}
    >
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <div className={styles.kinds}>
        {choices.map(({ value, word }) => (
          <button
            key={word}
            type="button"
            className={styles.kind}
            aria-pressed={chosen === value}
            aria-label={`${label}: ${word}`}
            onClick={() => onChange(value)}
          >
            {word}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface NarrowBarProps {
  search: OffersSearch
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
  network: 'Network',
} as const satisfies Partial<Record<OfferSort, string>>
const sortChoices = Object.entries(sortNames).map(([value, name]) => ({
  value,
  label: `By ${name}`,
}))

/** On a phone the filters fold, and its own select replaces the sortable columns. */
function NarrowBar({ search, folded, onFold, onChange }: NarrowBarProps) {
  const active = activeFilters(search).length
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
          onChange({ sort: OfferSort.exclude(['price']).safeParse(value).data, order: undefined })
        }
      />
    </div>
  )
}
