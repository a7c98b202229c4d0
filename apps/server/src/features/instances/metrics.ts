import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/endpoint'
import type { InstanceId } from '@gridloom/contract/ids'
import type { MetricSample } from '@gridloom/contract/instances'
import { changesOf } from '../../platform/change-queue.ts'
import type { InstancesCtx } from './ctx.ts'
import { listSamples } from './metrics-store.ts'
import { ownedInstance } from './owned-instance.ts'

type SampleEvent = EventOf<typeof api.instances.followMetrics>

/** Load over the last minutes, oldest first. @throws Refused `not_found` */
export async function readMetrics(
  ctx: InstancesCtx,
  { id, minutes }: { id: InstanceId; minutes: number },
): Promise<MetricSample[]> {
  await ownedInstance(ctx, id)
  return listSamples(ctx.db, id, new Date(ctx.clock.now().getTime() - minutes * 60_000))
}

/** Each new sample. The id of an event is its time, so a reader that comes back misses none. @throws Refused `not_found` */
export async function followMetrics(
  ctx: InstancesCtx,
  { id, after }: { id: InstanceId; after: string | undefined },
): Promise<AsyncIterable<SampleEvent>> {
  await ownedInstance(ctx, id)
  return samplesOf(ctx, id, new Date(after ?? ctx.clock.now()))
}

async function* samplesOf(
  ctx: InstancesCtx,
  id: InstanceId,
  since: Date,
): AsyncIterable<SampleEvent> {
  let last = since
  const concernsMe = changesOf(
    ctx.changes,
    ctx.signal,
    ({ topic, subject }) => topic === 'metrics' && subject === id,
  )
  for await (const _ of concernsMe) {
    for (const sample of await listSamples(ctx.db, id, last)) {
      last = new Date(sample.at)
      yield { event: 'sample', id: sample.at, data: sample }
    }
  }
}
