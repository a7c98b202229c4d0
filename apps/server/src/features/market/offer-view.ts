import type { Offer } from '@gridloom/contract/market/offer'
import { type HourRecord, uptimeHours } from '@gridloom/domain/uptime-hours'
import type { Ctx } from '../../platform/ctx.ts'
import type { OfferFactsRow } from './columns/offer-index-store.ts'
import { offerFactsOf } from './columns/offer-values.ts'
import { maySeeImages } from './held-images.ts'
import { type TermsColumns, termsOf } from './reservation-terms.ts'

/** An offer with its columns from other tables. */
export interface OfferWithMachine extends OfferFactsRow, TermsColumns {
  last_seen_at: Date | null
  measured: Offer['measured']
  images: string[]
  /** Milliseconds online since `hour_at`, the oldest record of the last 24 h; `null` where there is none. */
  online_ms_since: number | null
  hour_at: Date | null
  /** Milliseconds online since it enrolled, now and at each recorded hour, oldest first. */
  online_ms: number
  hours: readonly HourRecord[]
  price_days: Offer['price_days']
  rented_since: Date | null
}

const hourMs = 3_600_000

/** Returns the view of a row for the caller. */
export function offerView(ctx: Pick<Ctx, 'actor'>, row: OfferWithMachine, now: Date): Offer {
  return {
    id: row.id,
    machine_id: row.machine_id,
    machine_name: row.machine_name,
    kind: row.kind,
    gpu_model: row.gpu_model,
    vram_mib: row.vram_mib === 0 ? null : row.vram_mib,
    cpu_model: row.cpu_model,
    vcpus: row.vcpus,
    memory_mib: row.memory_mib,
    disk_free_gb: row.disk_free_gb,
    slots_total: row.slots_total,
    // Slots off the market cannot be rented, even if unused.
    slots_free: row.visible ? row.slots_free : 0,
    ...availabilityOf(row),
    slot_micro_usd_per_hour: row.slot_micro_usd_per_hour,
    memory_gib_micro_usd_per_hour: row.memory_gib_micro_usd_per_hour,
    disk_gb_micro_usd_per_hour: row.disk_gb_micro_usd_per_hour,
    stopped_disk_gb_micro_usd_per_hour: row.stopped_disk_gb_micro_usd_per_hour,
    price_micro_usd_per_hour: row.price_micro_usd_per_hour,
    bid_price_micro_usd_per_hour: row.bid_price_micro_usd_per_hour,
    price_days: row.price_days,
    measured: row.measured,
    images: maySeeImages(ctx) ? row.images : [],
    isolated: row.isolated,
    uptime_percent: uptimePercent(row, now),
    uptime_hours: uptimeHours(row.hours, { at: now, online_ms: row.online_ms }),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    facts: offerFactsOf(row, now),
    trust_score: row.trust_score,
    reservation_terms: termsOf(row),
  }
}

function availabilityOf(row: OfferWithMachine): Pick<Offer, 'availability' | 'rented_since'> {
  if (!row.visible) return { availability: 'unlisted', rented_since: null }
  if (row.slots_free > 0) return { availability: 'free', rented_since: null }
  return { availability: 'rented', rented_since: row.rented_since?.toISOString() ?? null }
}

/** Returns the share of the last 24 h (or since it enrolled) that the machine was online; `null` in its first hour. */
export function uptimePercent(
  row: Pick<OfferWithMachine, 'enrolled_at' | 'hour_at' | 'online_ms_since' | 'last_seen_at'>,
  now: Date,
): number | null {
  if (row.hour_at === null || row.online_ms_since === null || row.last_seen_at === null) return null
  if (now.getTime() - row.enrolled_at.getTime() < hourMs) return null
  const spanMs = now.getTime() - row.hour_at.getTime()
  if (spanMs <= 0) return null
  return Math.min(100, Math.round((row.online_ms_since / spanMs) * 1_000) / 10)
}
