import { z } from 'zod'
import { Timestamp } from './values.ts'

/** One GPU as its own tool (nvidia-smi, rocm-smi) or the PCI bus names it; `null` is "could not be read". */
export const Gpu = z.object({
  index: z.int().min(0),
  /** The maker's own id (`GPU-…`); a PCI address where there is none. */
  uuid: z.string(),
  vendor: z.enum(['nvidia', 'amd', 'intel', 'other']),
  model: z.string(),
  vram_mib: z.int().min(0).nullable(),
  driver: z.string().nullable(),
  pci_address: z.string().nullable(),
  temperature_c: z.number().nullable(),
  power_w: z.number().nullable(),
  utilization_percent: z.number().nullable(),
  memory_used_mib: z.int().nullable(),
  source: z.enum(['nvidia-smi', 'rocm-smi', 'pci']),
})
export type Gpu = z.infer<typeof Gpu>

/** An image that the machine holds, so that it need not be pulled. */
export const HeldImage = z.object({ name: z.string(), size_bytes: z.int().min(0) })
export type HeldImage = z.infer<typeof HeldImage>

/** What an agent says of its machine. All of it is claimed; what is measured is in {@link Benchmark}. */
export const Hardware = z.object({
  hostname: z.string(),
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  cpu_model: z.string(),
  cpu_cores: z.int().min(1),
  cpu_threads: z.int().min(1),
  memory_mib: z.int().min(0),
  disk_total_gb: z.number().min(0),
  disk_free_gb: z.number().min(0),
  gpus: z.array(Gpu),
  /** `null` when no container engine answers. */
  engine: z
    .object({
      kind: z.enum(['docker', 'podman', 'fake']),
      version: z.string(),
      api_version: z.string(),
      runtimes: z.array(z.string()),
      storage_driver: z.string(),
      /** Whether the engine itself can bound a container's disk; else the agent watches and stops. */
      disk_quota: z.boolean(),
    })
    .nullable(),
  images: z.array(HeldImage),
})
export type Hardware = z.infer<typeof Hardware>

/** What is measured, with its unit in the name. */
export const BenchmarkKind = z.enum([
  'cpu_single_mops',
  'cpu_multi_mops',
  'memory_bandwidth_mb_s',
  'disk_write_mb_s',
  'disk_read_mb_s',
  'network_down_mbps',
  'network_up_mbps',
  'network_rtt_ms',
])
export type BenchmarkKind = z.infer<typeof BenchmarkKind>

/** One measured figure and when it was taken. */
export const Benchmark = z.object({
  kind: BenchmarkKind,
  value: z.number().min(0),
  measured_at: Timestamp,
})
export type Benchmark = z.infer<typeof Benchmark>
