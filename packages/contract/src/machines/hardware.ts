import { z } from 'zod'
import { AgentCount, agentLimits, agentText } from '../core/agent-limits.ts'
import { SealKey } from '../core/seal-key.ts'
import { Sha256, Timestamp } from '../core/values.ts'

const Name = agentText(agentLimits.nameChars)

const Word = agentText(agentLimits.wordChars)

const gbMax = 10_000_000

const cpusMax = 65_536

/** One GPU as its own tool (nvidia-smi, rocm-smi) or the PCI bus names it; `null` is "could not be read". */
export const Gpu = z.object({
  index: AgentCount,
  /** The vendor's own id (`GPU-…`); a PCI address if there is none. */
  uuid: Word,
  vendor: z.enum(['nvidia', 'amd', 'intel', 'other']),
  model: Name,
  vram_mib: AgentCount.nullable(),
  driver: Word.nullable(),
  pci_address: Word.nullable(),
  temperature_c: z.number().nullable(),
  power_w: z.number().nullable(),
  utilization_percent: z.number().nullable(),
  memory_used_mib: z.int().nullable(),
  source: z.enum(['nvidia-smi', 'rocm-smi', 'pci']),
  /** CUDA compute capability, such as `8.9`. Older agents omit this and the fields below. */
  compute_capability: Word.nullable().optional(),
  /** What GPU and machine support together. */
  pcie_gen_max: AgentCount.nullable().optional(),
  pcie_lanes_max: AgentCount.nullable().optional(),
  clock_max_mhz: AgentCount.nullable().optional(),
  power_limit_w: z.number().min(0).max(100_000).nullable().optional(),
  /** The sum of its active NVLinks, in GB/s; 0: none. */
  nvlink_gb_s: z.number().min(0).max(1_000_000).nullable().optional(),
})
export type Gpu = z.infer<typeof Gpu>

/** An image cached on the machine, which starts without a pull. */
export const HeldImage = z.object({ name: Name, size_bytes: z.int().min(0) })
export type HeldImage = z.infer<typeof HeldImage>

/**
 * A confinement of containers that an agent found missing on its machine. The meaning of each, and which are essential,
 * is in `domain/isolation`.
 */
export const IsolationGap = z.enum([
  'egress',
  'seccomp',
  'engine_version',
  'runc',
  'resource_limits',
  'disk_limit',
  'resource_views',
])
export type IsolationGap = z.infer<typeof IsolationGap>

/** The hardware as its agent reports it. All of it is unverified; measurements are in {@link Benchmark}. */
export const Hardware = z.object({
  hostname: Name,
  os: Name,
  kernel: Name,
  arch: Word,
  cpu_model: Name,
  cpu_cores: z.int().min(1).max(cpusMax),
  cpu_threads: z.int().min(1).max(cpusMax),
  memory_mib: AgentCount,
  disk_total_gb: z.number().min(0).max(gbMax),
  disk_free_gb: z.number().min(0).max(gbMax),
  gpus: z.array(Gpu).max(agentLimits.gpus),
  /** `null` when no container engine answers. */
  engine: z
    .object({
      kind: z.enum(['docker', 'podman', 'fake']),
      version: Word,
      api_version: Word,
      runtimes: z.array(Word).max(32),
      storage_driver: Word,
      /** Whether the disk of each container is bounded; else the agent monitors it and stops the container. */
      disk_quota: z.boolean(),
    })
    .nullable(),
  images: z.array(HeldImage).max(agentLimits.images),
  /** The newest CUDA version that the driver supports, such as `12.8`; `null`: none. Older agents omit it. */
  cuda: Word.nullable().optional(),
  /** The gaps in the isolation of containers; empty: none. Absent: unknown, as the agent is too old. */
  isolation_gaps: z.array(IsolationGap).max(32).optional(),
  /** When a part of the agent's usage journal was unreadable and kept aside; `null`: never. Older agents omit it. */
  usage_unreadable_at: Timestamp.nullable().optional(),
  /** The version of the toolbox that new instances get; `null`: it has none yet. Older agents omit it. */
  toolbox: Sha256.nullable().optional(),
  /** Whether it can capture and restore snapshots of instances. Older agents omit it. */
  snapshots: z.boolean().optional(),
  /** Whether it can keep volumes. Older agents omit it. */
  volumes: z.boolean().optional(),
  /** Whether it can use a volume that no instance has, for backups. Older agents omit it. */
  volume_sessions: z.boolean().optional(),
  /** Whether it applies the options of containers, such as the size of `/dev/shm`. Older agents omit it. */
  container_options: z.boolean().optional(),
  /** Whether it builds images from recipes. Older agents omit it. */
  recipes: z.boolean().optional(),
  /** Whether its instances can be nodes of clusters. Older agents omit it. */
  clusters: z.boolean().optional(),
  /** The key that logins of registries are sealed for. Older agents omit it: they cannot pull with a login. */
  seal_key: SealKey.optional(),
})
export type Hardware = z.infer<typeof Hardware>

/** The kinds of benchmarks, with their units in the names. */
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

/** One measured value and its time. */
export const Benchmark = z.object({
  kind: BenchmarkKind,
  value: z.number().min(0).max(1e12),
  measured_at: Timestamp,
  /** Whether other work used the CPUs meanwhile, so that the machine may do better; absent: an older agent. */
  under_load: z.boolean().optional(),
})
export type Benchmark = z.infer<typeof Benchmark>
