import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Timestamp } from '@gridloom/contract/core/values'
import type { MetricSample, ReportedSample } from '@gridloom/contract/instances/metrics'
import { changesOf } from '../../platform/change-queue.ts'
import type { InstancesCtx } from './ctx.ts'
import { listSamples, newestSampleAt } from './metrics-store.ts'
import { ownedInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'

type SampleEvent = EventOf<typeof api.instances.followMetrics>

/** Returns the load over the last minutes, oldest first. @throws Refused `not_found` */
export async function readMetrics(
  ctx: InstancesCtx,
  { id, minutes }: { id: InstanceId; minutes: number },
): Promise<MetricSample[]> {
  const instance = await ownedInstance(ctx, id)
  const since = new Date(ctx.clock.now().getTime() - minutes * 60_000)
  return (await listSamples(ctx.db, id, since)).map((sample) => sampleView(instance, sample))
}

/**
 * Streams each new sample. The id of an event is its time (by the machine's clock, which may differ from ours), so a
 * reader that reconnects misses none. @throws Refused `not_found`
 */
export async function followMetrics(
  ctx: InstancesCtx,
  { id, after }: { id: InstanceId; after: string | undefined },
): Promise<AsyncIterable<SampleEvent>> {
  const instance = await ownedInstance(ctx, id)
  const since = dateOf(after) ?? (await newestSampleAt(ctx.db, id)) ?? new Date(0)
  return samplesOf(ctx, instance, since)
}

/** Parses the time of the last sample that a reader received; `undefined` when it is malformed. */
function dateOf(text: string | undefined): Date | undefined {
  const parsed = Timestamp.safeParse(text)
  return parsed.success ? new Date(parsed.data) : undefined
}

async function* samplesOf(
  ctx: InstancesCtx,
  instance: InstanceRow,
  since: Date,
): AsyncIterable<SampleEvent> {
  const changes = changesOf(ctx.changes, ctx.signal, ({ subject }) => subject === instance.id)
  let last = yield* samplesAfter(ctx, instance, since)
  for await (const _ of changes) last = yield* samplesAfter(ctx, instance, last)
}

/** Yields the samples after `since`; returns the time of the newest. */
async function* samplesAfter(
  ctx: InstancesCtx,
  instance: InstanceRow,
  since: Date,
): AsyncGenerator<SampleEvent, Date> {
  let last = since
  for (const sample of await listSamples(ctx.db, instance.id, since)) {
    last = new Date(sample.at)
    yield { event: 'sample', id: sample.at, data: sampleView(instance, sample) }
  }
  return last
}

/** Numbers GPUs by their place in the instance; a GPU that is not the instance's own comes after them. */
function sampleView({ gpu_uuids: own }: InstanceRow, sample: ReportedSample): MetricSample {
  const gpus = sample.gpus.map(({ uuid, ...load }, at) => {
    const place = own.indexOf(uuid)
    return { ...load, index: place === -1 ? own.length + at : place }
  })
  return { ...sample, gpus }
}
