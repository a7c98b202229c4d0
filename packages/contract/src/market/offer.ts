import { z } from 'zod'
import { MachineId, OfferId } from '../core/ids.ts'
import { MicroUsdPerHour, Page, PageSize, Timestamp } from '../core/values.ts'
import { GpuBenchmarkKind } from '../machines/gpu-benchmark.ts'
import { BenchmarkKind } from '../machines/hardware.ts'
import { PriceDays, UptimeHours } from '../machines/machine.ts'
import { ReservationTerms } from '../machines/reservation-terms.ts'
import { OfferFacts } from './offer-facts.ts'
import { OfferFilters, OfferKind, OfferQuery, OfferSort } from './offer-filters.ts'

/** `free`: at least one slot can be rented. `rented`: listed, but every slot is taken. `unlisted`: off the market. */
export const OfferAvailability = z.enum(['free', 'rented', 'unlisted'])
export type OfferAvailability = z.infer<typeof OfferAvailability>

/** Equal slots of one machine, each with its share of the machine, and the price. */
export const Offer = z.strictObject({
  id: OfferId,
  machine_id: MachineId,
  machine_name: z.string(),
  kind: OfferKind,
  gpu_model: z.string().nullable(),
  vram_mib: z.int().nullable(),
  cpu_model: z.string(),
  /** Per slot. */
  vcpus: z.number(),
  memory_mib: z.int(),
  disk_free_gb: z.int(),
  slots_total: z.int(),
  slots_free: z.int(),
  availability: OfferAvailability,
  /** Since when no slot has been free; `null` unless `rented`, and where it is unknown. It never reveals who rents. */
  rented_since: Timestamp.nullable(),
  slot_micro_usd_per_hour: MicroUsdPerHour,
  memory_gib_micro_usd_per_hour: MicroUsdPerHour,
  disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  stopped_disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  /** One slot with its memory, without disk: the price that offers are sorted by. */
  price_micro_usd_per_hour: MicroUsdPerHour,
  /** What all interruptible instances pay for a slot with its memory now; `null`: bids are not accepted. */
  bid_price_micro_usd_per_hour: MicroUsdPerHour.nullable(),
  /** That price over the last 30 days. */
  price_days: PriceDays,
  /**
   * Measured values, each with its date; a value that was never measured is absent. Those of GPUs are of the slowest GPU
   * of the offer.
   */
  measured: z.array(
    z.strictObject({
      kind: z.enum([...BenchmarkKind.options, ...GpuBenchmarkKind.options]),
      value: z.number(),
      measured_at: Timestamp,
      /** Whether the machine was busy meanwhile, so that it may do better. */
      under_load: z.boolean(),
    }),
  ),
  /** Cached images that renters may use; empty for users without access. */
  images: z.array(z.string()),
  /** Whether the machine has all essential confinement of containers, as its agent checks. */
  isolated: z.boolean(),
  /** The share of the last 24 h that the machine was online; `null` before the first hour. */
  uptime_percent: z.number().nullable(),
  /** The same for each of the last 24 hours, oldest first; `null` for hours before the first record. */
  uptime_hours: UptimeHours,
  last_seen_at: Timestamp.nullable(),
  /** The value of each field that offers are searched by; `null`: unknown. */
  facts: OfferFacts,
  /** The trust score of its machine, 0–100; `null`: it is new. */
  trust_score: z.int().min(0).max(100).nullable(),
  /** `null`: its slots cannot be reserved. */
  reservation_terms: ReservationTerms.nullable(),
})
export type Offer = z.infer<typeof Offer>

/** The order of offers, and which. */
const order = {
  sort: OfferSort.default('price'),
  order: z.enum(['asc', 'desc']).default('asc'),
  /** `rented`: only offers whose slots are all taken; `slots_min` then compares all of their slots. */
  availability: z.enum(['free', 'rented']).default('free'),
} as const

export const OfferSearch = z.strictObject({
  ...OfferQuery.shape,
  ...order,
  page: Page,
  page_size: PageSize,
})
export type OfferSearch = z.infer<typeof OfferSearch>

/** A page of offers. Offers without a value for the sort field come last in both orders. */
export const FoundOffers = z.strictObject({
  offers: z.array(Offer),
  /** Counted up to 1,000; `more` is set if there are more. */
  total: z.int(),
  more: z.boolean(),
  /** The filters that were applied: those of the parameters and of `q` together. */
  filters: OfferFilters,
  /** The same filters as a text query. */
  query: z.string(),
})
export type FoundOffers = z.infer<typeof FoundOffers>

/** The most rows of one CSV file. */
export const offerCsvRowsMax = 10_000

export const OfferCsvQuery = z.strictObject({
  ...OfferQuery.shape,
  ...order,
  /** Names of fields, separated by commas; `id` and `machine_id` too. All of them by default. */
  columns: z
    .string()
    .max(1_000)
    .regex(/^[a-z_]{1,40}(?:,[a-z_]{1,40}){0,59}$/, 'must be names of fields, separated by commas')
    .optional()
    .meta({ examples: ['id,gpu,vram,price'] }),
})
export type OfferCsvQuery = z.infer<typeof OfferCsvQuery>

/**
 * The effect of one filter: the number of offers that it alone excludes, and the smallest change that includes some.
 */
export const FilterEffect = z.strictObject({
  filter: z.string(),
  removed: z.int(),
  relax_to: z.union([z.number(), z.string(), z.null()]),
  gained: z.int(),
  cheapest_micro_usd_per_hour: MicroUsdPerHour.nullable(),
})
export type FilterEffect = z.infer<typeof FilterEffect>
