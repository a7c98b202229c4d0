import type { Offer } from '@gridloom/contract/market/offer'
import { formatCount } from '../../ui/format/numbers.ts'

/** Price of an order by part, in micro-dollars per hour. */
export interface AllIn {
  readonly slotMicroUsdPerHour: number
  readonly memoryMicroUsdPerHour: number
  readonly diskMicroUsdPerHour: number
  readonly runningMicroUsdPerHour: number
  /** Price of the disk alone while the instance is stopped. */
  readonly stoppedMicroUsdPerHour: number
}

/** Estimates the price before a quote exists. Only the quote is binding; this ranks offers and previews the price. */
export function allInPrice(offer: Offer, want: { slots: number; diskGb: number }): AllIn {
  const slotMicroUsdPerHour = offer.slot_micro_usd_per_hour * want.slots
  const memoryMicroUsdPerHour =
    (offer.price_micro_usd_per_hour - offer.slot_micro_usd_per_hour) * want.slots
  const diskMicroUsdPerHour = offer.disk_gb_micro_usd_per_hour * want.diskGb
  return {
    slotMicroUsdPerHour,
    memoryMicroUsdPerHour,
    diskMicroUsdPerHour,
    runningMicroUsdPerHour: slotMicroUsdPerHour + memoryMicroUsdPerHour + diskMicroUsdPerHour,
    stoppedMicroUsdPerHour: offer.stopped_disk_gb_micro_usd_per_hour * want.diskGb,
  }
}

/** A benchmark of an offer: of its machine, or of its slowest GPU. */
export type FigureKind = Offer['measured'][number]['kind']

/** Returns a benchmark of an offer, or `undefined` if it was never measured. */
export function measuredFigure(offer: Offer, kind: FigureKind) {
  return offer.measured.find((figure) => figure.kind === kind)
}

/** Label and unit of each benchmark. */
export const figureNames: Readonly<Record<FigureKind, { label: string; unit: string }>> = {
  cpu_single_mops: { label: 'CPU, one thread', unit: 'Mop/s' },
  cpu_multi_mops: { label: 'CPU, all threads', unit: 'Mop/s' },
  memory_bandwidth_mb_s: { label: 'Memory bandwidth', unit: 'MB/s' },
  gpu_tflops_fp32: { label: 'GPU, single precision', unit: 'TFLOPS' },
  gpu_memory_bandwidth_gb_s: { label: 'GPU memory bandwidth', unit: 'GB/s' },
  disk_write_mb_s: { label: 'Disk write', unit: 'MB/s' },
  disk_read_mb_s: { label: 'Disk read', unit: 'MB/s' },
  network_down_mbps: { label: 'Network down', unit: 'Mbit/s' },
  network_up_mbps: { label: 'Network up', unit: 'Mbit/s' },
  network_rtt_ms: { label: 'Round trip', unit: 'ms' },
}

/** Writes a benchmark without its unit: `19.6`, `911`, `20k`. */
export function formatFigure(kind: FigureKind, value: number): string {
  const isSmall = kind === 'gpu_tflops_fp32' && value < 100
  return isSmall ? (Math.round(value * 10) / 10).toString() : formatCount(Math.round(value))
}

/** Formats a disk size in powers of ten, as manufacturers do: `212 GB`, `1.31 TB`. */
export function formatDisk(gb: number): string {
  return gb < 1_000 ? `${Math.floor(gb)} GB` : `${Math.floor(gb / 10) / 100} TB`
}

/** Formats a machine's uptime over the last day, never rounded up: 99.96 is `99.9 %`. */
export function formatUptimePercent(percent: number): string {
  return `${Math.floor(percent * 10) / 10} %`
}
