import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import { idleSince, isIdle, type SampledLoad, sampleGapMs } from '@gridloom/domain/stop-rules'
import type { Tx } from '../../../platform/ctx.ts'
import { updateInstance } from '../instances-store.ts'
import { insertSample } from '../metrics-store.ts'
import type { InstanceRow } from '../schema.ts'

/**
 * Stores a sample of an instance, and moves the time since which it is idle. By our clock: a machine's may be wrong.
 */
export async function applySample(
  tx: Tx,
  row: InstanceRow,
  { sample, seenAt }: { sample: ReportedSample; seenAt: Date },
): Promise<InstanceRow> {
  const connected = isConnected(row, seenAt)
  await insertSample(tx, { instanceId: row.id, at: new Date(sample.at), sample, connected })
  if (row.stop_idle === null) return row
  const idle = !connected && isIdle(loadOf(row, sample), row.stop_idle)
  const before = { idleSinceMs: msOf(row.idle_since), sampledAtMs: msOf(row.sampled_at) }
  const sinceMs = idleSince(before, { atMs: seenAt.getTime(), idle })
  return updateInstance(tx, row.id, {
    sampled_at: seenAt,
    idle_since: sinceMs === null ? null : new Date(sinceMs),
  })
}

/** Whether somebody was connected at the time of a sample, or shortly before. */
function isConnected({ connected_at: at }: InstanceRow, seenAt: Date): boolean {
  return at !== null && seenAt.getTime() - at.getTime() <= sampleGapMs
}

/** The load of its own vCPUs and GPUs; a GPU that the machine leaves out has no reading. */
function loadOf(row: InstanceRow, sample: ReportedSample): SampledLoad {
  return {
    cpuPercent: sample.cpu_percent / row.vcpus,
    gpus: row.gpu_uuids.map((uuid) => {
      const use = sample.gpus.find((gpu) => gpu.uuid === uuid)
      return {
        utilizationPercent: use?.utilization_percent ?? null,
        powerW: use?.power_w ?? null,
      }
    }),
  }
}

function msOf(at: Date | null): number | null {
  return at === null ? null : at.getTime()
}
