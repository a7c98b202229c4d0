import { createDeadline } from '@gridloom/async/deadline'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { GpuUse } from '../hardware/gpus/gpu-use.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceTable } from './instance-table.ts'
import type { InstanceRecord } from './record.ts'
import { sampleBetween, type UsageAt } from './sample-metrics.ts'

const readLimitMs = 3_000

export interface InstanceSample {
  instance_id: InstanceId
  sample: ReportedSample
}

/** Reads the load of every running instance since its previous reading. */
export function createSampler(
  context: InstanceContext,
  table: InstanceTable,
): (signal: AbortSignal) => Promise<InstanceSample[]> {
  const earlier = new WeakMap<InstanceRecord, UsageAt>()
  const { clock, runtime, log } = context

  async function sample(
    record: InstanceRecord,
    gpuUse: readonly GpuUse[],
    signal: AbortSignal,
  ): Promise<InstanceSample[]> {
    const limit = createDeadline(clock, readLimitMs, signal)
    try {
      const usage = await runtime.readUsage(record.container, limit.signal)
      const later = { usage, atMs: clock.monotonicMs(), startedAt: record.startedAt }
      const startedMs = Date.parse(record.startedAt ?? '') || clock.now().getTime()
      const taken = sampleBetween(earlier.get(record), later, {
        at: clock.now().toISOString(),
        runningMs: clock.now().getTime() - startedMs,
        diskUsedBytes: table.diskUse.get(record) ?? null,
        gpuUuids: record.spec.gpu_uuids,
        gpuUse,
      })
      earlier.set(record, later)
      return [{ instance_id: record.spec.instance_id, sample: taken }]
    } catch (cause) {
      // @NOTE a missing sample is a gap in a graph; reconciling detects what happened
      log.info(
        { event: 'instance.sample_failed', err: cause, instance: record.container },
        'load not read',
      )
      return []
    } finally {
      limit.done()
    }
  }

  return async (signal) => {
    const running = table.all().filter((it) => it.phase === 'running')
    const hasGpus = running.some(({ spec }) => spec.gpu_uuids.length > 0)
    const gpuUse = hasGpus ? await context.gpuUse() : []
    return (await Promise.all(running.map((record) => sample(record, gpuUse, signal)))).flat()
  }
}
