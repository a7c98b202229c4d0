import { z } from 'zod'
import { limits } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { BenchmarkKind } from './hardware.ts'
import { MachineId, OfferId, QuoteId, TemplateId } from './ids.ts'
import { ImageRef } from './templates.ts'
import { MicroUsd, MicroUsdPerHour, Page, PageSize, Timestamp } from './values.ts'

export const OfferKind = z.enum(['gpu', 'cpu'])
export type OfferKind = z.infer<typeof OfferKind>

/** What a machine has for rent now: equal slots, each with its share of the machine, and the price. */
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
  slot_micro_usd_per_hour: MicroUsdPerHour,
  memory_gib_micro_usd_per_hour: MicroUsdPerHour,
  disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  stopped_disk_gb_micro_usd_per_hour: MicroUsdPerHour,
  /** One slot with its memory, without disk: what offers are sorted by. */
  price_micro_usd_per_hour: MicroUsdPerHour,
  /** Measured figures, each with its date; a figure that was never measured is absent. */
  measured: z.array(
    z.strictObject({ kind: BenchmarkKind, value: z.number(), measured_at: Timestamp }),
  ),
  /** What the machine holds and may be had from it; empty for those who have no access yet. */
  images: z.array(z.string()),
  /** Whether containers on the machine are kept in by all that is essential for it, as its agent checks. */
  isolated: z.boolean(),
  /** Of the last 24 h, the share that the machine was heard; `null` before the first hour. */
  uptime_percent: z.number().nullable(),
  last_heard_at: Timestamp.nullable(),
})
export type Offer = z.infer<typeof Offer>

export const OfferSort = z.enum(['price', 'cpu_score', 'memory', 'vram', 'disk', 'network'])
export type OfferSort = z.infer<typeof OfferSort>

const atLeast = z.coerce.number().min(0).max(1e9)

/** The filters of the market; all of them stand in the page's address too. */
export const OfferFilters = z.strictObject({
  kind: OfferKind.optional(),
  gpu_model: z.string().max(100).optional(),
  slots_min: z.coerce.number().int().min(1).max(limits.slotsPerInstance).optional(),
  vram_mib_min: atLeast.optional(),
  vcpus_min: atLeast.optional(),
  memory_mib_min: atLeast.optional(),
  disk_gb_min: atLeast.optional(),
  cpu_score_min: atLeast.optional(),
  network_down_mbps_min: atLeast.optional(),
  price_micro_usd_per_hour_max: atLeast.optional(),
  /** Only machines that hold this image already. */
  image: ImageRef.optional(),
  /** Offers that are not isolated are left out unless asked for. */
  isolation: z.enum(['isolated', 'any']).default('isolated'),
})
export type OfferFilters = z.infer<typeof OfferFilters>

export const OfferSearch = z.strictObject({
  ...OfferFilters.shape,
  sort: OfferSort.default('price'),
  order: z.enum(['asc', 'desc']).default('asc'),
  page: Page,
  page_size: PageSize,
})
export type OfferSearch = z.infer<typeof OfferSearch>

/** What one filter keeps out: how many offers only it removes, and the mildest value that lets some in. */
export const FilterEffect = z.strictObject({
  filter: z.string(),
  removed: z.int(),
  relax_to: z.union([z.number(), z.string(), z.null()]),
  gained: z.int(),
  cheapest_micro_usd_per_hour: MicroUsdPerHour.nullable(),
})
export type FilterEffect = z.infer<typeof FilterEffect>

export const QuoteLine = z.strictObject({
  kind: z.enum(['slot', 'memory', 'disk', 'stopped_disk']),
  text: z.string(),
  quantity: z.number(),
  unit: z.enum(['slot', 'GiB', 'GB']),
  micro_usd_per_hour: MicroUsdPerHour,
})
export type QuoteLine = z.infer<typeof QuoteLine>

/** All that an instance will cost, locked for sixty seconds. */
export const Quote = z.strictObject({
  id: QuoteId,
  offer_id: OfferId,
  slots: z.int(),
  disk_gb: z.int(),
  lines: z.array(QuoteLine),
  running_micro_usd_per_hour: MicroUsdPerHour,
  stopped_micro_usd_per_hour: MicroUsdPerHour,
  /** What is set aside at the start and given back where it is not used. */
  hold_micro_usd: MicroUsd,
  available_micro_usd: MicroUsd,
  /** Seconds that the balance lasts at the running price; `null` when it costs nothing. */
  lasts_s: z.int().nullable(),
  image_held: z.boolean(),
  expires_at: Timestamp,
})
export type Quote = z.infer<typeof Quote>

export const offers = {
  search: endpoint({
    method: 'GET',
    path: '/api/offers',
    auth: 'session',
    scope: 'market:read',
    summary: 'What is for rent now; the order is fixed by the sort and then by id, never by chance',
    query: OfferSearch,
    response: z.strictObject({
      offers: z.array(Offer),
      /** Counted up to 1,000; `more` says that there are beyond. */
      total: z.int(),
      more: z.boolean(),
    }),
  }),
  explain: endpoint({
    method: 'GET',
    path: '/api/offers/explain',
    auth: 'session',
    scope: 'market:read',
    summary: 'For each filter: how many offers it alone removes, and the mildest way to relax it',
    query: OfferFilters,
    response: z.array(FilterEffect),
    perMinute: 120,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/offers/{id}',
    auth: 'session',
    scope: 'market:read',
    summary: 'One offer with its measured facts',
    params: z.strictObject({ id: OfferId }),
    response: Offer,
    errors: ['not_found'],
  }),
  quote: endpoint({
    method: 'POST',
    path: '/api/quotes',
    auth: 'member',
    scope: 'instances:write',
    summary: 'An all-in price for an offer, locked for 60 s and good for one order',
    status: 201,
    body: z.strictObject({
      offer_id: OfferId,
      slots: z.int().min(1).max(limits.slotsPerInstance).default(1),
      disk_gb: z.int().min(limits.diskGbMin).max(limits.diskGbMax),
      template_id: TemplateId.optional(),
    }),
    response: Quote,
    errors: ['not_found', 'offer_taken'],
  }),
} as const
