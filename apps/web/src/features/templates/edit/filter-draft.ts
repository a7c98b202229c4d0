import type { OfferKind } from '@gridloom/contract/market/offer-filters'
import type { TemplateFilters } from '@gridloom/contract/templates/template'
import { formatOfferQuery } from '@gridloom/domain/market/format-query'
import { narrowFilters } from '@gridloom/domain/market/narrow-filters'
import { explicitFilters, parseOfferQuery } from '@gridloom/domain/market/parse-query'
import {
  type FilterKey,
  fromApiFilters,
  keyOfFilter,
  toApiFilters,
} from '../../../shared/market/filter-values.ts'
import type { TypedNumber } from '../../../ui/form/typed.ts'

/** The filters that are numbers, in the order of the fields. */
export const numberFilterKeys = [
  'slots',
  'vram',
  'vcpus',
  'memory',
  'disk',
  'score',
  'net',
  'max',
] as const satisfies readonly FilterKey[]
export type NumberFilterKey = (typeof numberFilterKeys)[number]

/** The input of a template's filters in the units of the market; empty: any. */
export interface FilterDraft extends Readonly<Record<NumberFilterKey, TypedNumber>> {
  readonly kind: OfferKind | ''
  readonly gpu: string
  /** All other filters, as a text query: `cuda>=12.4 region:EU`. */
  readonly more: string
}

export const emptyFilters: FilterDraft = {
  kind: '',
  gpu: '',
  more: '',
  slots: '',
  vram: '',
  vcpus: '',
  memory: '',
  disk: '',
  score: '',
  net: '',
  max: '',
}

export function filterDraftOf(filters: TemplateFilters): FilterDraft {
  const values = fromApiFilters(filters)
  const numbers = numberFilterKeys.map((key) => [key, values[key] ?? ''])
  return {
    ...emptyFilters,
    kind: values.kind ?? '',
    gpu: values.gpu ?? '',
    more: formatOfferQuery(withoutFields(filters)),
    ...Object.fromEntries(numbers),
  }
}

/** Builds the filters for the API; empty ones are absent, as is a text query that cannot be read. */
export function toTemplateFilters(draft: FilterDraft): TemplateFilters {
  return readFilters(draft).filters
}

/** Says what is wrong with the text query. */
export function problemOfMore(draft: FilterDraft): string | undefined {
  return readFilters(draft).problem
}

function readFilters(draft: FilterDraft): { filters: TemplateFilters; problem?: string } {
  const fields = filtersOfFields(draft)
  const parsed = parseOfferQuery(draft.more)
  if (parsed.problem !== undefined) return { filters: fields, problem: parsed.problem.text }
  const { filters, conflict } = narrowFilters(fields, explicitFilters(parsed.filters))
  if (conflict === undefined) return { filters }
  return { filters: fields, problem: `${conflict} is given above with another value` }
}

function filtersOfFields(draft: FilterDraft): TemplateFilters {
  const number = (typed: TypedNumber) => (typed === '' ? undefined : Number(typed))
  const filters = toApiFilters({
    kind: draft.kind === '' ? undefined : draft.kind,
    gpu: draft.gpu.trim() === '' ? undefined : draft.gpu.trim(),
    slots: number(draft.slots),
    vram: number(draft.vram),
    vcpus: number(draft.vcpus),
    memory: number(draft.memory),
    disk: number(draft.disk),
    score: number(draft.score),
    net: number(draft.net),
    max: number(draft.max),
  })
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** The filters that have no field of their own. */
function withoutFields(filters: TemplateFilters): TemplateFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => name === 'image' || !(name in keyOfFilter)),
  )
}

/** The path of each filter in the API, where errors are. */
export const filterPaths = {
  kind: 'kind',
  gpu: 'gpu_model',
  slots: 'slots_min',
  vram: 'vram_mib_min',
  vcpus: 'vcpus_min',
  memory: 'memory_mib_min',
  disk: 'disk_gb_min',
  score: 'cpu_score_min',
  net: 'network_down_mbps_min',
  max: 'price_micro_usd_per_hour_max',
} as const satisfies Record<keyof Omit<FilterDraft, 'more'>, keyof TemplateFilters>
