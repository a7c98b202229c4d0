import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { GpuUse } from '../hardware/gpus/gpu-use.ts'
import type { ContainerUsage } from '../runtime/port.ts'

/** Counters of one start of a container, at one time. */
export interface UsageAt {
  usage: ContainerUsage
  atMs: number
  startedAt: string | undefined
}

/** Lower bound of the running time: after the wall clock is set back, a container seems to have just started. */
const firstMsMin = 1_000

/**
 * Returns the average load between two readings. Without an earlier reading of the same start, the counters
 * began at zero `runningMs` ago. `cpu_percent`: 100 is one core, as in `docker stats`.
 */
export function sampleBetween(
  earlier: UsageAt | undefined,
  later: UsageAt,
  now: {
    at: string
    runningMs: number
    diskUsedBytes: number | null
    /** The GPUs of the instance. */
    gpuUuids: readonly string[]
    /** The use of the machine's GPUs, as far as it is known. */
    gpuUse: readonly GpuUse[]
  },
): ReportedSample {
  const from = earlier !== undefined && earlier.startedAt === later.startedAt ? earlier : undefined
  const ms =
    from === undefined ? Math.max(firstMsMin, now.runningMs) : Math.max(1, later.atMs - from.atMs)
  const grown = (counter: keyof ContainerUsage) =>
    Math.max(0, later.usage[counter] - (from?.usage[counter] ?? 0))
  const perSecond = (counter: keyof ContainerUsage) => Math.round((grown(counter) / ms) * 1000)
  return {
    at: now.at,
    cpu_percent: Math.round((grown('cpuNs') / 1e6 / ms) * 1000) / 10,
    memory_bytes: later.usage.memoryBytes,
    memory_limit_bytes: later.usage.memoryLimitBytes,
    network_rx_bytes_s: perSecond('rxBytes'),
    network_tx_bytes_s: perSecond('txBytes'),
    disk_read_bytes_s: perSecond('readBytes'),
    disk_write_bytes_s: perSecond('writtenBytes'),
    disk_used_bytes: now.diskUsedBytes,
    gpus: now.gpuUuids.map((uuid) => now.gpuUse.find((use) => use.uuid === uuid) ?? unknown(uuid)),
  }
}

function unknown(uuid: string): GpuUse {
  return { uuid, utilization_percent: null, memory_used_mib: null }
}
