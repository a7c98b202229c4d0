import { z } from 'zod'
import { MicroUsdPerHour, Timestamp } from '../core/values.ts'

/** The lowest and highest of a reported or measured value over machines. */
const Span = z.strictObject({ min: z.number(), max: z.number() })

/** All GPUs of one model that are on the market, as their machines report them. */
export const GpuModel = z.strictObject({
  /** As a filter of offers takes it. */
  model: z.string(),
  gpus: z.int().min(1),
  free: z.int().min(0),
  machines: z.int().min(1),
  /** `null`: no machine could read it. */
  vram_mib: Span.nullable(),
  /** The versions of their drivers, newest first, at most 5. */
  drivers: z.array(z.string()).max(5),
  /** All-in, for a slot with one GPU, its memory and the default disk, over free ones; `null`: none is free. */
  price: z
    .strictObject({
      lowest_micro_usd_per_hour: MicroUsdPerHour,
      median_micro_usd_per_hour: MicroUsdPerHour,
    })
    .nullable(),
  /** Measured by rendering a scene on the machines with only this model; 1 is the reference machine. `null`: not yet. */
  render_score: Span.nullable(),
  /** TFLOPS in single precision, measured on the slowest GPU of each offer. `null`: not yet. */
  gpu_tflops_fp32: Span.nullable(),
  /** GB/s that a copy within its memory reads and writes, measured as above. */
  gpu_memory_bandwidth_gb_s: Span.nullable(),
  /** The same of the vendor's data sheet; `null`: the model is not known. */
  specification: z
    .strictObject({ gpu_tflops_fp32: z.number(), gpu_memory_bandwidth_gb_s: z.number() })
    .nullable(),
})
export type GpuModel = z.infer<typeof GpuModel>

/** Every model of GPU on the market, the most common first. */
export const GpuModels = z.strictObject({
  /** The time of measurement; the answer is cached for up to 30 seconds. */
  at: Timestamp,
  models: z.array(GpuModel).max(500),
})
export type GpuModels = z.infer<typeof GpuModels>
