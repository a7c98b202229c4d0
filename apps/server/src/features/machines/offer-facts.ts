import type { Benchmark, BenchmarkKind, Hardware } from '@gridloom/contract/machines/hardware'
import { isolationOf } from '@gridloom/domain/isolation'
import type { MachineSupply } from '../market/index.ts'
import { figureOf } from './benchmarks-store.ts'

/** Returns the facts of a machine that all of its offers repeat. */
export function offerFactsOf(
  hardware: Hardware,
  benchmarks: readonly Benchmark[],
  country: string | null,
): MachineSupply['facts'] {
  const measured = (kind: BenchmarkKind) => {
    const value = benchmarks.find((benchmark) => benchmark.kind === kind)?.value
    return value === undefined ? null : Math.round(value)
  }
  const rtt = benchmarks.find(({ kind }) => kind === 'network_rtt_ms')?.value
  return {
    cpu_model: hardware.cpu_model,
    cpu_score: figureOf(benchmarks, 'cpu_multi_mops'),
    network_down_mbps: figureOf(benchmarks, 'network_down_mbps'),
    isolated: isolationOf(hardware.isolation_gaps) === 'isolated',
    cuda: hardware.cuda ?? null,
    arch: hardware.arch,
    os: hardware.os,
    disk_read_mb_s: measured('disk_read_mb_s'),
    disk_write_mb_s: measured('disk_write_mb_s'),
    cpu_single_score: measured('cpu_single_mops'),
    memory_bandwidth_mb_s: measured('memory_bandwidth_mb_s'),
    network_up_mbps: measured('network_up_mbps'),
    network_rtt_ms: rtt === undefined ? null : Math.round(rtt * 10) / 10,
    country,
    can_volumes: hardware.volumes ?? false,
    can_snapshots: hardware.snapshots ?? false,
    can_clusters: hardware.clusters ?? false,
  }
}
