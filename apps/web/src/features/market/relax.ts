import { microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { FilterEffect } from '@gridloom/contract/market/offer'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import { formatPerHour } from '../../ui/format/money.ts'
import type { FilterKey, OffersSearch } from './offer-search.ts'

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

/** Maps an API filter to its search parameter. */
const keyOfFilter: Readonly<Record<string, FilterKey>> = {
  kind: 'kind',
  gpu_model: 'gpu',
  slots_min: 'slots',
  vram_mib_min: 'vram',
  vcpus_min: 'vcpus',
  memory_mib_min: 'memory',
  disk_gb_min: 'disk',
  cpu_score_min: 'score',
  network_down_mbps_min: 'net',
  price_micro_usd_per_hour_max: 'max',
  image: 'image',
}

/** One line of the explained search: the offers that a filter removes, and the change that relaxes it. */
export interface Relaxation {
  readonly key: FilterKey | 'isolation'
  readonly label: string
  /** The current value of the filter, as text. */
  readonly present: string
  readonly removed: number
  readonly gained: number
  /** The relaxed value as text; `any` if the filter has to be dropped. */
  readonly relaxed: string
  readonly cheapestMicroUsdPerHour: number | null
  readonly change: Partial<OffersSearch>
}

/** Converts the server's filter effects to relaxations, most offers gained first. */
export function relaxations(effects: readonly FilterEffect[], search: OffersSearch): Relaxation[] {
  return effects
    .flatMap((effect) => relaxationOf(effect, search))
    .filter((line) => line.removed > 0)
    .sort((a, b) => b.gained - a.gained || b.removed - a.removed)
}

function relaxationOf(effect: FilterEffect, search: OffersSearch): Relaxation[] {
  if (effect.filter === 'isolation') return [isolationLine(effect)]
  const key = keyOfFilter[effect.filter]
  const present = key && search[key]
  if (key === undefined || present === undefined) return []
  const relaxTo = effect.relax_to === null ? undefined : inAddressUnits(key, effect.relax_to)
  const { label, write } = spokenFilters[key]
  return [
    {
      key,
      label,
      present: write(present),
      removed: effect.removed,
      gained: effect.gained,
      relaxed: relaxTo === undefined ? 'any' : write(relaxTo),
      cheapestMicroUsdPerHour: effect.cheapest_micro_usd_per_hour,
      change: { [key]: relaxTo },
    },
  ]
}

/** Describes filters of the API: `Kind GPU, VRAM at least 24 GiB`. */
export function filtersText(filters: OfferFilters): string {
  const spoken = Object.entries(filters).flatMap(([filter, value]) => {
    const key = keyOfFilter[filter]
    if (key === undefined || value === undefined) return []
    const { label, write } = spokenFilters[key]
    return [`${label} ${write(inAddressUnits(key, value))}`]
  })
  return spoken.length === 0 ? 'Any offer' : spoken.join(', ')
}

/** The default isolation filter, which is turned off by `isolation=any`. */
function isolationLine(effect: FilterEffect): Relaxation {
  return {
    key: 'isolation',
    label: 'Isolation',
    present: 'isolated only',
    removed: effect.removed,
    gained: effect.gained,
    relaxed: 'any',
    cheapestMicroUsdPerHour: effect.cheapest_micro_usd_per_hour,
    change: { isolation: 'any' },
  }
}

/** Converts an API value to the unit of the search parameter, rounded so that it still includes the gained offers. */
function inAddressUnits(key: FilterKey, value: string | number): string | number {
  if (typeof value === 'string') return value
  if (key === 'memory' || key === 'vram') return Math.floor((value / 1_024) * 100) / 100
  if (key === 'max') return Math.ceil((value / microUsdPerUsd) * 10_000) / 10_000
  if (key === 'slots' || key === 'disk') return value
  return Math.floor(value * 100) / 100
}
