import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Machine, PriceDays } from '@gridloom/contract/machines/machine'
import { offerPrice } from '@gridloom/domain/pricing'
import { type SlotGroup, slotGroups } from '@gridloom/domain/slots'
import { formatCount } from '../../ui/format/numbers.ts'

/** Totals over all machines of a provider. */
export interface Fleet {
  machines: number
  online: number
  slotsTotal: number
  slotsRented: number
  earningMicroUsdPerHour: number
  earnedMicroUsd: number
}

export function sumFleet(machines: readonly Machine[]): Fleet {
  const sum = (figure: (machine: Machine) => number) =>
    machines.reduce((total, machine) => total + figure(machine), 0)
  return {
    machines: machines.length,
    online: sum(({ status }) => (status === 'online' ? 1 : 0)),
    slotsTotal: sum((machine) => machine.slots_total),
    slotsRented: sum((machine) => machine.slots_rented),
    earningMicroUsdPerHour: sum((machine) => machine.earning_micro_usd_per_hour),
    earnedMicroUsd: sum((machine) => machine.earned_micro_usd),
  }
}

/** Returns one slot of each kind with its price per hour, memory included. Empty before the hardware is known. */
export function pricedSlots(machine: Pick<Machine, 'hardware' | 'cpu_slots' | 'pricing'>): {
  group: SlotGroup
  microUsdPerHour: number
}[] {
  if (machine.hardware === null) return []
  return slotGroups(machine.hardware, machine.cpu_slots).map((group) => ({
    group,
    microUsdPerHour: offerPrice(group, machine.pricing),
  }))
}

/** Returns the price of a machine's slots over the last days; `null` stands for its CPU slots. */
export function priceDays(
  { slot_prices: prices }: Pick<Machine, 'slot_prices'>,
  gpuModel: string | null,
): PriceDays {
  return prices.find(({ gpu_model: model }) => model === gpuModel)?.days ?? []
}

/** Returns a machine's earnings of the last days with their dates (UTC), oldest first; the last one is today. */
export function datedEarnings(
  { earned_days: amounts }: Pick<Machine, 'earned_days'>,
  nowMs: number,
): { day: string; micro_usd: number }[] {
  return amounts.map((micro_usd, at) => {
    const dayAt = new Date(nowMs - (amounts.length - 1 - at) * dayMs)
    return { day: dayAt.toISOString().slice(0, 10), micro_usd }
  })
}

const dayMs = 86_400_000

interface BenchmarkText {
  name: string
  format: (value: number) => string
}

/** Name and unit of every benchmark. */
export const benchmarkTexts = {
  cpu_single_mops: { name: 'CPU, one thread', format: (value) => `${formatCount(value)} Mop/s` },
  cpu_multi_mops: { name: 'CPU, all threads', format: (value) => `${formatCount(value)} Mop/s` },
  memory_bandwidth_mb_s: { name: 'Memory bandwidth', format: megabytes },
  disk_write_mb_s: { name: 'Disk write', format: megabytes },
  disk_read_mb_s: { name: 'Disk read', format: megabytes },
  network_down_mbps: { name: 'Network down', format: megabits },
  network_up_mbps: { name: 'Network up', format: megabits },
  network_rtt_ms: { name: 'Round trip', format: (value) => `${formatCount(value)} ms` },
} as const satisfies Record<BenchmarkKind, BenchmarkText>

/** Name and unit of the benchmarks of GPUs. */
export const gpuBenchmarkTexts = {
  gpu_tflops_fp32: { name: 'single precision', format: (value) => `${value.toFixed(1)} TFLOPS` },
  gpu_memory_bandwidth_gb_s: {
    name: 'memory bandwidth',
    format: (value) => `${value.toFixed(0)} GB/s`,
  },
} as const satisfies Record<GpuBenchmarkKind, BenchmarkText>

function megabytes(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} GB/s` : `${value.toFixed(0)} MB/s`
}

function megabits(value: number): string {
  return value >= 1000 ? `${(value / 1000).toFixed(1)} Gbit/s` : `${value.toFixed(0)} Mbit/s`
}
