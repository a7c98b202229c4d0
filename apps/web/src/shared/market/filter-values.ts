import { limits, microUsdPerUsd } from '@gridloom/contract/core/constants'
import type { OfferKind } from '@gridloom/contract/market/offer-filters'

/** The filters of the market by their names in the URL, in the order of the filter strip. */
export const filterKeys = [
  'kind',
  'gpu',
  'slots',
  'vram',
  'vcpus',
  'memory',
  'disk',
  'score',
  'net',
  'max',
  'image',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** Filters in the units that users think in: memory and VRAM in GiB, disk in GB, `max` in dollars per hour. */
export interface FilterValues {
  kind?: OfferKind | undefined
  gpu?: string | undefined
  slots?: number | undefined
  vram?: number | undefined
  vcpus?: number | undefined
  memory?: number | undefined
  disk?: number | undefined
  score?: number | undefined
  net?: number | undefined
  max?: number | undefined
}

/** The same filters as the API takes them: MiB and micro-dollars. */
export interface ApiFilters {
  kind?: OfferKind | undefined
  gpu_model?: string | undefined
  slots_min?: number | undefined
  vram_mib_min?: number | undefined
  vcpus_min?: number | undefined
  memory_mib_min?: number | undefined
  disk_gb_min?: number | undefined
  cpu_score_min?: number | undefined
  network_down_mbps_min?: number | undefined
  price_micro_usd_per_hour_max?: number | undefined
}

/** Maps an API filter to its search parameter. */
export const keyOfFilter: Readonly<Record<string, FilterKey>> = {
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

/** Converts filters for the API. */
export function toApiFilters(values: FilterValues): ApiFilters {
  return {
    kind: values.kind,
    gpu_model: values.gpu,
    slots_min: values.slots,
    vram_mib_min: times(values.vram, mibPerGib),
    vcpus_min: values.vcpus,
    memory_mib_min: times(values.memory, mibPerGib),
    disk_gb_min: values.disk,
    cpu_score_min: values.score,
    network_down_mbps_min: values.net,
    price_micro_usd_per_hour_max: times(values.max, microUsdPerUsd),
  }
}

/** Converts filters of the API to those of the URL, where 0 is no filter. {@link toApiFilters} gives the same back. */
export function fromApiFilters(filters: ApiFilters): FilterValues {
  return {
    kind: filters.kind,
    gpu: filters.gpu_model || undefined,
    slots: filters.slots_min || undefined,
    vram: over(filters.vram_mib_min, mibPerGib),
    vcpus: filters.vcpus_min || undefined,
    memory: over(filters.memory_mib_min, mibPerGib),
    disk: wholeDisk(filters.disk_gb_min),
    score: filters.cpu_score_min || undefined,
    net: filters.network_down_mbps_min || undefined,
    max: over(filters.price_micro_usd_per_hour_max, microUsdPerUsd),
  }
}

const mibPerGib = 1_024

function times(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * factor)
}

/** Divides with as few digits as give the same whole number back: 102 MiB are 0.1 GiB. */
function over(value: number | undefined, factor: number): number | undefined {
  if (!value) return undefined
  const exact = value / factor
  const short = [0, 1, 2, 3, 4, 5, 6].map((digits) => Number(exact.toFixed(digits)))
  return short.find((each) => Math.round(each * factor) === Math.round(value)) ?? exact
}

function wholeDisk(gb: number | undefined): number | undefined {
  return gb ? Math.min(Math.max(Math.ceil(gb), limits.diskGbMin), limits.diskGbMax) : undefined
}
