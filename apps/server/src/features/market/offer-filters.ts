import type { OfferFilters, OfferSort } from '@gridloom/contract/market/offer-filters'
import type { FilterName } from '@gridloom/domain/explain'
import { type RawBuilder, sql } from 'kysely'

/** One filter that is set: its condition, and the figure of an offer that it compares. */
export interface FilterCondition {
  filter: FilterName
  passes: RawBuilder<boolean>
  /** A number, or null where the figure is unknown or the filter has no degrees. */
  figure: RawBuilder<number | null>
}

/** The column that each sort scans; each has its index (see docs/offer-search.md). */
export const sortColumns = {
  price: 'price_micro_usd_per_hour',
  cpu_score: 'cpu_score',
  memory: 'memory_mib',
  vram: 'vram_mib',
  disk: 'disk_free_gb',
  network: 'network_down_mbps',
} as const satisfies Record<OfferSort, string>

/** The condition of every search: listed, with a free slot. The same as the indexes' own condition. */
export const onTheMarket = sql<boolean>`offer.visible and offer.slots_free > 0`

/** The condition of a search for what is rented: listed, without a free slot. */
export const rentedOut = sql<boolean>`offer.visible and offer.slots_free = 0`

/** The slots that `slots_min` compares. */
export type ComparedSlots = 'slots_free' | 'slots_total'

/** Returns the conditions of the filters that are set, on a row named `offer`. */
export function conditionsOf(
  filters: OfferFilters,
  slots: ComparedSlots = 'slots_free',
): FilterCondition[] {
  return [
    exactly('kind', filters.kind, sql`offer.kind = ${filters.kind}`),
    exactly('gpu_model', filters.gpu_model, sql`offer.gpu_model = ${filters.gpu_model}`),
    atLeast('slots_min', filters.slots_min, sql.ref(`offer.${slots}`)),
    atLeast('vram_mib_min', filters.vram_mib_min, sql.ref('offer.vram_mib'), 'zero_is_unknown'),
    atLeast('vcpus_min', filters.vcpus_min, sql.ref('offer.vcpus')),
    atLeast('memory_mib_min', filters.memory_mib_min, sql.ref('offer.memory_mib')),
    atLeast('disk_gb_min', filters.disk_gb_min, sql.ref('offer.disk_free_gb')),
    atLeast('cpu_score_min', filters.cpu_score_min, sql.ref('offer.cpu_score'), 'zero_is_unknown'),
    atLeast(
      'network_down_mbps_min',
      filters.network_down_mbps_min,
      sql.ref('offer.network_down_mbps'),
      'zero_is_unknown',
    ),
    atMost(
      'price_micro_usd_per_hour_max',
      filters.price_micro_usd_per_hour_max,
      sql.ref('offer.price_micro_usd_per_hour'),
    ),
    exactly(
      'image',
      filters.image,
      sql`offer.machine_id in (select machine_id from machine_images where image = ${filters.image})`,
    ),
    exactly(
      'isolation',
      filters.isolation === 'any' ? undefined : filters.isolation,
      sql`offer.isolated`,
    ),
  ].flatMap((condition) => (condition === undefined ? [] : [condition]))
}

function exactly(
  filter: FilterName,
  value: unknown,
  condition: RawBuilder<unknown>,
): FilterCondition | undefined {
  if (value === undefined) return undefined
  // A condition on a null figure is null; an unknown figure does not pass.
  return { filter, passes: sql<boolean>`coalesce(${condition}, false)`, figure: sql`null::float8` }
}

function atLeast(
  filter: FilterName,
  value: number | undefined,
  column: RawBuilder<unknown>,
  unknown: 'zero_is_unknown' | 'always_known' = 'always_known',
): FilterCondition | undefined {
  if (value === undefined) return undefined
  const known = unknown === 'zero_is_unknown' ? sql`nullif(${column}, 0)` : column
  return { filter, passes: sql`${column} >= ${number(value)}`, figure: sql`(${known})::float8` }
}

function atMost(
  filter: FilterName,
  value: number | undefined,
  column: RawBuilder<unknown>,
): FilterCondition | undefined {
  if (value === undefined) return undefined
  return { filter, passes: sql`${column} <= ${number(value)}`, figure: sql`(${column})::float8` }
}

/** Beside a column of whole numbers, a parameter without a type would be one too, and 0.5 an error. */
function number(value: number): RawBuilder<number> {
  return sql`${value}::float8`
}
