import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { ImageRef } from '../core/image-ref.ts'

export const OfferKind = z.enum(['gpu', 'cpu'])
export type OfferKind = z.infer<typeof OfferKind>

export const OfferSort = z.enum(['price', 'cpu_score', 'memory', 'vram', 'disk', 'network'])
export type OfferSort = z.infer<typeof OfferSort>

const atLeast = z.coerce.number().min(0).max(1e9)

/** The filters of the market; all of them are in the page's URL too. */
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
  /** Only machines that have cached this image. */
  image: ImageRef.optional(),
  /** Offers that are not isolated are left out by default. */
  isolation: z.enum(['isolated', 'any']).default('isolated'),
})
export type OfferFilters = z.infer<typeof OfferFilters>
