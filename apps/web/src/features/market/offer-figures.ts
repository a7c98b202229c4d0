import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Offer } from '@gridloom/contract/market/offer'

/** What an order of some slots and a disk costs, part by part, in micro-dollars an hour. */
export interface AllIn {
  readonly slotMicroUsdPerHour: number
  readonly memoryMicroUsdPerHour: number
  readonly diskMicroUsdPerHour: number
  readonly runningMicroUsdPerHour: number
  /** What the disk alone costs while the instance is stopped. */
  readonly stoppedMicroUsdPerHour: number
}

/** The price before a quote is asked for. The quote is what counts; this only ranks and foretells it. */
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

/** A measured figure of an offer, or nothing where it was never measured. */
export function measuredFigure(offer: Offer, kind: BenchmarkKind) {
  return offer.measured.find((figure) => figure.kind === kind)
}

/** How each measured figure is called and written. */
export const figureNames: Readonly<Record<BenchmarkKind, { label: string; unit: string }>> = {
  cpu_single_mops: { label: 'CPU, one thread', unit: 'Mop/s' },
  cpu_multi_mops: { label: 'CPU, all threads', unit: 'Mop/s' },
  memory_bandwidth_mb_s: { label: 'Memory bandwidth', unit: 'MB/s' },
  disk_write_mb_s: { label: 'Disk write', unit: 'MB/s' },
  disk_read_mb_s: { label: 'Disk read', unit: 'MB/s' },
  network_down_mbps: { label: 'Network down', unit: 'Mbit/s' },
  network_up_mbps: { label: 'Network up', unit: 'Mbit/s' },
  network_rtt_ms: { label: 'Round trip', unit: 'ms' },
}

/** The hardware in one name: the GPU where there is one, the CPU where there is none. */
export function hardwareName(offer: Offer): string {
  return offer.kind === 'gpu' && offer.gpu_model ? offer.gpu_model : shortCpuName(offer.cpu_model)
}

/** A CPU's name without what every CPU's name has: marks, "CPU", clock and "Processor". */
export function shortCpuName(model: string): string {
  const short = model
    .replace(/\((?:R|TM|C)\)|[®™]/gi, '')
    .replace(/\s+@.*$/, '')
    .replace(/\b(?:CPU|Processor)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return short === '' ? 'CPU' : short
}

/** Disk as makers count it, in powers of ten: `212 GB`, `1.31 TB`. */
export function formatDisk(gb: number): string {
  return gb < 1_000 ? `${Math.floor(gb)} GB` : `${Math.floor(gb / 10) / 100} TB`
}

/** The share of the last day that a machine was heard, never rounded up: 99.96 is `99.9 %`. */
export function formatUptime(percent: number): string {
  return `${Math.floor(percent * 10) / 10} %`
}
