import type { MeasureGpus } from '@gridloom/agent/benchmarks/gpu/measure-gpus'
import type { Measure } from '@gridloom/agent/benchmarks/measure'
import { systemClock } from '@gridloom/async/clock'
import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { BenchmarkKind, Hardware } from '@gridloom/contract/machines/hardware'
import type { Pricing } from '@gridloom/contract/machines/machine'
import { gpuHardware } from '../../src/seed-hardware.ts'

/** A machine of the seed. Its name identifies it from one start to the next. */
export interface SeedMachine {
  name: string
  hardware: Partial<Hardware>
  pricing: Pricing
  cpuSlots: number
  benchmarks: readonly (readonly [BenchmarkKind, number])[]
  /** Of each of its GPUs. */
  gpuBenchmarks: readonly (readonly [GpuBenchmarkKind, number])[]
}

export const gpuMachine: SeedMachine = {
  name: 'gpu-workstation',
  hardware: gpuHardware,
  pricing: {
    gpu_slot_micro_usd_per_hour: 420_000,
    cpu_slot_micro_usd_per_hour: 40_000,
    memory_gib_micro_usd_per_hour: 1_000,
    disk_gb_micro_usd_per_hour: 100,
    stopped_disk_gb_micro_usd_per_hour: 50,
  },
  cpuSlots: 2,
  benchmarks: [
    ['cpu_single_mops', 640],
    ['cpu_multi_mops', 21_500],
    ['memory_bandwidth_mb_s', 182_000],
    ['disk_write_mb_s', 2_900],
    ['disk_read_mb_s', 5_400],
  ],
  gpuBenchmarks: [
    ['gpu_tflops_fp32', 81.2],
    ['gpu_memory_bandwidth_gb_s', 921.4],
  ],
}

export const cpuMachine: SeedMachine = {
  name: 'cpu-server',
  hardware: { cpu_cores: 16, cpu_threads: 32, memory_mib: 65_536 },
  pricing: { ...gpuMachine.pricing, cpu_slot_micro_usd_per_hour: 25_000 },
  cpuSlots: 4,
  benchmarks: [
    ['cpu_single_mops', 510],
    ['cpu_multi_mops', 9_800],
    ['memory_bandwidth_mb_s', 61_000],
    ['disk_write_mb_s', 1_100],
    ['disk_read_mb_s', 2_300],
  ],
  gpuBenchmarks: [],
}

/** A benchmark run that returns the figures of the seed without measuring. */
export function measureOf({ benchmarks }: SeedMachine): Measure {
  return async function* () {
    const measured_at = systemClock.now().toISOString()
    for (const [kind, value] of benchmarks) yield { kind, value, measured_at }
  }
}

/** The same of its GPUs. */
export function measureGpusOf({ hardware, gpuBenchmarks }: SeedMachine): MeasureGpus {
  return async (uuids) => {
    const measured_at = systemClock.now().toISOString()
    const gpus = (hardware.gpus ?? []).filter(({ uuid }) => uuids === 'all' || uuids.includes(uuid))
    const figures = gpus.flatMap(({ uuid }) =>
      gpuBenchmarks.map(([kind, value]) => ({ gpu_uuid: uuid, kind, value, measured_at })),
    )
    return { figures, skipped: [] }
  }
}
