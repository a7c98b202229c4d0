import type { GpuBenchmark, GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import type { Gpu } from '@gridloom/contract/machines/hardware'
import type { OfferRow } from './schema.ts'

export type GpuFacts = Pick<
  OfferRow,
  | 'compute_capability'
  | 'driver'
  | 'pcie_gen'
  | 'pcie_lanes'
  | 'nvlink_gb_s'
  | 'gpu_clock_mhz'
  | 'gpu_power_w'
  | 'gpu_tflops_fp32'
  | 'gpu_memory_bandwidth_gb_s'
>

/** Returns what every GPU of an offer has: of numbers the least, and `null` where one GPU does not report it. */
export function gpuFactsOf(
  gpus: readonly Gpu[],
  benchmarks: readonly GpuBenchmark[],
  uuids: readonly string[],
): GpuFacts {
  const wanted = new Set(uuids)
  const own = gpus.filter(({ uuid }) => wanted.has(uuid))
  const least = (read: (gpu: Gpu) => number | null | undefined) => {
    const values = own.map(read).filter((value) => value !== null && value !== undefined)
    return own.length === 0 || values.length < own.length ? null : Math.min(...values)
  }
  const measured =
    (kind: GpuBenchmarkKind) =>
    ({ uuid }: Gpu) =>
      benchmarks.find((figure) => figure.gpu_uuid === uuid && figure.kind === kind)?.value
  return {
    compute_capability: own[0]?.compute_capability ?? null,
    driver: own[0]?.driver ?? null,
    pcie_gen: least((gpu) => gpu.pcie_gen_max),
    pcie_lanes: least((gpu) => gpu.pcie_lanes_max),
    nvlink_gb_s: least((gpu) => gpu.nvlink_gb_s),
    gpu_clock_mhz: least((gpu) => gpu.clock_max_mhz),
    gpu_power_w: least((gpu) => gpu.power_limit_w),
    gpu_tflops_fp32: least(measured('gpu_tflops_fp32')),
    gpu_memory_bandwidth_gb_s: least(measured('gpu_memory_bandwidth_gb_s')),
  }
}
