import { limits } from '@gridloom/contract/core/constants'
import { type OfferKind, offerQueryCharsMax } from '@gridloom/contract/market/offer-filters'
import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { Section } from '../../../ui/components/section.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import styles from './editor.module.css'
import { type FilterDraft, filterPaths, type NumberFilterKey } from './filter-draft.ts'
import type { SectionProps } from './use-editor.ts'

interface NumberFilter {
  readonly key: NumberFilterKey
  readonly label: string
  readonly suffix?: string
  readonly prefix?: string
}

const numberFilters: readonly NumberFilter[] = [
  { key: 'vram', label: 'VRAM at least', suffix: ' GiB' },
  { key: 'vcpus', label: 'vCPU at least' },
  { key: 'memory', label: 'Memory at least', suffix: ' GiB' },
  { key: 'disk', label: 'Disk at least', suffix: ' GB' },
  { key: 'slots', label: 'Free slots at least' },
  { key: 'score', label: 'CPU score at least' },
  { key: 'net', label: 'Network at least', suffix: ' Mbit/s' },
  { key: 'max', label: 'Price at most', prefix: '$', suffix: '/h' },
]

const kinds = [
  { value: '', label: 'Any' },
  { value: 'gpu', label: 'GPU' },
  { value: 'cpu', label: 'CPU' },
] as const satisfies readonly { value: OfferKind | ''; label: string }[]

/** The hardware that the program needs: filters that the market begins with, and the size of the disk. */
export function MarketSection({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  const { filters } = draft
  const put = (part: Partial<FilterDraft>) => change({ filters: { ...filters, ...part } })
  return (
    <Section title="Market" note="what the market begins with when the template is chosen">
      <div className={styles.fields}>
        <div className={styles.pair}>
          <Input.Wrapper label="Kind" labelElement="div">
            <SegmentedControl
              size="xs"
              aria-label="Kind"
              className={styles.kinds}
              value={filters.kind}
              onChange={(kind) => put({ kind })}
              data={[...kinds]}
            />
          </Input.Wrapper>
          <TextInput
            label="GPU model"
            placeholder="Any, or a part of its name such as 4090"
            maxLength={100}
            value={filters.gpu}
            error={problemAt(wrong, `extra_filters.${filterPaths.gpu}`)}
            onChange={(event) => put({ gpu: event.currentTarget.value })}
          />
        </div>
        <div className={styles.numbers}>
          {numberFilters.map(({ key, label, ...affixes }) => (
            <NumberInput
              key={key}
              label={label}
              placeholder="Any"
              min={0}
              hideControls
              thousandSeparator=","
              classNames={{ input: 'gl-num' }}
              value={filters[key]}
              error={problemAt(wrong, `extra_filters.${filterPaths[key]}`)}
              onChange={(value) => put({ [key]: value })}
              {...affixes}
            />
          ))}
        </div>
        <TextInput
          label="More filters"
          description="As on the market: cuda>=12.4 region:EU -country:US"
          classNames={{ input: 'gl-mono' }}
          maxLength={offerQueryCharsMax}
          spellCheck={false}
          autoCapitalize="off"
          value={filters.more}
          error={problemAt(wrong, 'extra_filters.more')}
          onChange={(event) => put({ more: event.currentTarget.value })}
        />
        <NumberInput
          label="Recommended disk"
          description="The size that orders begin with"
          suffix=" GB"
          w={220}
          min={limits.diskGbMin}
          max={limits.diskGbMax}
          allowDecimal={false}
          value={draft.diskGb}
          error={problemAt(wrong, 'recommended_disk_gb')}
          onChange={(diskGb) => change({ diskGb })}
        />
      </div>
    </Section>
  )
}
