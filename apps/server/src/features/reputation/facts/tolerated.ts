import type { FigureKind } from '@gridloom/contract/reputation/evidence'

/**
 * By how many percent a figure may be below the advertised one. Disks and lines vary by themselves; the round-trip time
 * is shown and not judged, as it depends on the way.
 */
export const toleratedPercent: Partial<Record<FigureKind, number>> = {
  cpu_single_mops: 10,
  cpu_multi_mops: 10,
  memory_bandwidth_mb_s: 10,
  gpu_tflops_fp32: 10,
  gpu_memory_bandwidth_gb_s: 10,
  disk_write_mb_s: 40,
  disk_read_mb_s: 40,
  network_down_mbps: 50,
  network_up_mbps: 50,
}
