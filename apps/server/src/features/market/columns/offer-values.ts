import { regionOf } from '@gridloom/contract/machines/countries'
import type { OfferFacts } from '@gridloom/contract/market/offer-facts'
import { reservationDiscount } from '@gridloom/domain/reservations'
import { termsOf } from '../reservation-terms.ts'
import type { IndexedOffer } from './offer-columns.ts'
import type { IndexedRow, OfferFactsRow } from './offer-index-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const mibPerGib = 1_024

/** Days since 1970, in whole thousandths: ages are differences of these, in rows as in searches. */
export function daysAt(time: Date): number {
  return Math.floor((time.getTime() / dayMs) * 1_000) / 1_000
}

/** Returns the fields of an offer at a time. The only place that says what a field is. */
export function offerFactsOf(row: OfferFactsRow, now: Date): OfferFacts {
  const vram = row.vram_mib === 0 ? null : row.vram_mib
  const score = known(row.cpu_score)
  const price = row.price_micro_usd_per_hour
  const terms = termsOf(row)
  const slotsFree = row.visible ? row.slots_free : 0
  return {
    gpu: row.gpu_model,
    slots: slotsFree,
    vram,
    total_vram: vram === null ? null : vram * slotsFree,
    cc: row.compute_capability,
    cuda: row.cuda,
    driver: row.driver,
    tflops: row.gpu_tflops_fp32,
    gpu_mem_bw: row.gpu_memory_bandwidth_gb_s,
    pcie: row.pcie_gen,
    pcie_lanes: row.pcie_lanes,
    nvlink: row.nvlink_gb_s,
    gpu_clock: row.gpu_clock_mhz,
    gpu_power: row.gpu_power_w,
    cpu: row.cpu_model,
    arch: row.arch,
    os: row.os,
    vcpus: row.vcpus,
    memory: row.memory_mib,
    disk: row.disk_free_gb,
    disk_read: row.disk_read_mb_s,
    disk_write: row.disk_write_mb_s,
    cpu_score: score,
    cpu_single: row.cpu_single_score,
    mem_bw: row.memory_bandwidth_mb_s,
    down: known(row.network_down_mbps),
    up: row.network_up_mbps,
    rtt: row.network_rtt_ms,
    country: row.country,
    region: row.country === null ? null : regionOf(row.country),
    uptime: row.uptime_percent,
    trust: row.trust_score,
    age: Math.round((daysAt(now) - daysAt(row.enrolled_at)) * 1_000) / 1_000,
    machine: row.machine_name,
    price,
    price_per_vram: per(price, vram === null ? null : vram / mibPerGib),
    price_per_tflop: per(price, row.gpu_tflops_fp32),
    price_per_core: per(price, row.vcpus),
    price_per_score: per(price * row.slots_total, score === null ? null : score / 1_000),
    interruptible: row.min_bid_micro_usd_per_hour !== null,
    min_bid: row.min_bid_micro_usd_per_hour,
    reservable: terms !== null,
    reserve_days: terms?.days_max ?? null,
    reserve_discount: terms === null ? null : reservationDiscount(terms, terms.days_max) / 100,
    disk_price: row.disk_gb_micro_usd_per_hour,
    model: row.models,
    token_price: row.token_price_micro_usd,
    render: row.renders,
    render_price: row.micro_usd_per_reference_hour,
    volumes: row.can_volumes,
    snapshots: row.can_snapshots,
    clusters: row.can_clusters,
    ready: row.ready_s,
  }
}

/** Returns every field of an offer at a time; its images where the row has them. */
export function offerValuesOf(
  row: OfferFactsRow & { images?: readonly string[] },
  now: Date,
): IndexedOffer['values'] {
  return {
    ...offerFactsOf(row, now),
    kind: row.kind,
    gpu_model: row.gpu_model,
    image: row.images ?? [],
    isolated: row.isolated ? 'isolated' : 'not isolated',
  }
}

/** Returns an offer for {@link OfferColumns}. */
export function indexedOfferOf(row: IndexedRow): IndexedOffer {
  return {
    id: row.id,
    visible: row.visible,
    slotsFree: row.slots_free,
    slotsTotal: row.slots_total,
    values: offerValuesOf(row, new Date(0)),
  }
}

function known(figure: number): number | null {
  return figure === 0 ? null : figure
}

/** Rounded to whole micro-dollars. */
function per(price: number, amount: number | null): number | null {
  return amount === null || amount <= 0 ? null : Math.round(price / amount)
}
