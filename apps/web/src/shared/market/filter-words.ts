import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import { formatPerHour } from '../../ui/format/money.ts'
import { type ApiFilters, type FilterKey, filterKeys, fromApiFilters } from './filter-values.ts'

/** Label of a filter, and how its value is written with its unit. */
interface Spoken {
  readonly label: string
  readonly write: (value: string | number) => string
}

const plain = (value: string | number) => String(value)
const atLeast = (unit: string) => (value: string | number) => `at least ${value} ${unit}`.trim()

export const spokenFilters: Readonly<Record<FilterKey, Spoken>> = {
  kind: { label: 'Kind', write: (value) => String(value).toUpperCase() },
  gpu: { label: 'GPU model', write: plain },
  slots: { label: 'Free slots', write: atLeast('') },
  vram: { label: 'VRAM', write: atLeast('GiB') },
  vcpus: { label: 'vCPU', write: atLeast('') },
  memory: { label: 'Memory', write: atLeast('GiB') },
  disk: { label: 'Disk', write: atLeast('GB') },
  score: { label: 'CPU score', write: atLeast('') },
  net: { label: 'Network', write: atLeast('Mbit/s') },
  max: {
    label: 'Price',
    write: (value) => `at most ${formatPerHour(Number(value) * microUsdPerUsd)}`,
  },
  image: { label: 'Cached image', write: plain },
}

/** One filter in words: `VRAM`, `at least 24 GiB`. */
export interface FilterLine {
  readonly key: FilterKey
  readonly label: string
  readonly text: string
}

/** Describes filters in words, in the order of the filter strip. */
export function filterLines(values: Partial<Record<FilterKey, string | number>>): FilterLine[] {
  return filterKeys.flatMap((key) => {
    const value = values[key]
    if (value === undefined) return []
    const { label, write } = spokenFilters[key]
    return [{ key, label, text: write(value) }]
  })
}

/** Describes filters of the API, such as those of a template. */
export function apiFilterLines(filters: ApiFilters): FilterLine[] {
  return filterLines(fromApiFilters(filters))
}

/** Describes filters of the API as one text: `Kind GPU, VRAM at least 24 GiB`. */
export function filtersText({ image, ...filters }: ApiFilters & { image?: string }): string {
  const lines = filterLines({ ...fromApiFilters(filters), image })
  if (lines.length === 0) return 'Any offer'
  return lines.map(({ label, text }) => `${label} ${text}`).join(', ')
}
