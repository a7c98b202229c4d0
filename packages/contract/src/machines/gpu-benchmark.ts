import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { Timestamp } from '../core/values.ts'

/**
 * What is measured of each GPU, with units in the names: 10¹² single-precision operations per second (a fused
 * multiply-add is two), and 10⁹ bytes per second read and written by a copy within its memory.
 */
export const GpuBenchmarkKind = z.enum(['gpu_tflops_fp32', 'gpu_memory_bandwidth_gb_s'])
export type GpuBenchmarkKind = z.infer<typeof GpuBenchmarkKind>

/** The id of a GPU, as in `Gpu.uuid`. */
export const GpuUuid = agentText(agentLimits.wordChars)

/** One measured value of one GPU that nothing else used meanwhile, and its time. */
export const GpuBenchmark = z.object({
  gpu_uuid: GpuUuid,
  kind: GpuBenchmarkKind,
  value: z.number().min(0).max(1e6),
  measured_at: Timestamp,
})
export type GpuBenchmark = z.infer<typeof GpuBenchmark>

/** The figures of every GPU of a machine. */
export const GpuBenchmarks = z
  .array(GpuBenchmark)
  .max(agentLimits.gpus * GpuBenchmarkKind.options.length)
