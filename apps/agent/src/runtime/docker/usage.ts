import type { ContainerUsage } from '../port.ts'
import type { EngineStats } from './engine-shapes.ts'

/** Returns the counters of a container from the engine's statistics, for cgroup versions 1 and 2. */
export function usageOf(stats: EngineStats): ContainerUsage {
  const networks = Object.values(stats.networks ?? {})
  const blocks = stats.blkio_stats?.io_service_bytes_recursive ?? []
  return {
    cpuNs: stats.cpu_stats.cpu_usage.total_usage,
    memoryBytes: Math.max(0, stats.memory_stats.usage - reclaimableBytes(stats)),
    memoryLimitBytes: stats.memory_stats.limit,
    rxBytes: sum(networks.map(({ rx_bytes }) => rx_bytes)),
    txBytes: sum(networks.map(({ tx_bytes }) => tx_bytes)),
    readBytes: sum(valuesOf(blocks, 'read')),
    writtenBytes: sum(valuesOf(blocks, 'write')),
  }
}

/** Returns the file pages that the kernel may drop at any time; `docker stats` excludes them in the same way. */
function reclaimableBytes({ memory_stats }: EngineStats): number {
  const inactive = memory_stats.stats?.total_inactive_file ?? memory_stats.stats?.inactive_file
  return typeof inactive === 'number' ? inactive : 0
}

/** cgroup version 1 writes `Read`, version 2 `read`. */
function valuesOf(blocks: readonly { op: string; value: number }[], op: string): number[] {
  return blocks.filter((block) => block.op.toLowerCase() === op).map(({ value }) => value)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
