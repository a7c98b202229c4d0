import { InstanceId } from '@gridloom/contract/core/ids'
import { startBucket } from '@gridloom/domain/apps/start-times'
import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import {
  findInstance,
  instanceDestroyed,
  instanceFailed,
  instanceReady,
  orderPlaced,
} from '../instances/index.ts'
import { countStart, deleteStartsBefore, insertStart, takeStart } from './starts-store.ts'

const hardwareCharsMax = 100
/** Starts are shown for 30 days, the day that has begun included. */
export const startsShownMs = 30 * 24 * 60 * 60 * 1_000

/**
 * Measures the first start of each instance that was launched as an app: from its order until it was ready. Starts that
 * its renter ended before are not counted.
 */
export const recordStarts = eventSubscriber({
  name: 'apps.record_starts',
  to: [orderPlaced, instanceReady, instanceFailed, instanceDestroyed],
  async handle(_ctx: Ctx, tx, event) {
    const id = InstanceId.parse(event.subject)
    if (event.topic === 'order.placed') return begin(tx, id)
    const start = await takeStart(tx, id)
    if (start === undefined || event.topic === 'instance.destroyed') return
    const tookMs = event.at.getTime() - start.ordered_at.getTime()
    const ended =
      event.topic === 'instance.ready'
        ? { outcome: 'ready' as const, bucket: startBucket(tookMs) }
        : { outcome: 'failed' as const, bucket: 0 }
    await countStart(tx, { ...start, at: event.at, ...ended })
  },
})

/** An instance that begins with a snapshot starts with files that are no app's. */
async function begin(tx: Tx, id: InstanceId): Promise<void> {
  const instance = await findInstance(tx.db, id)
  const app = instance?.template.app ?? null
  if (instance === undefined || app === null || instance.snapshot_id !== null) return
  await insertStart(tx, {
    instance_id: id,
    slug: app.slug,
    hardware: (instance.gpu_model ?? 'CPU').slice(0, hardwareCharsMax),
    image_held: app.image_held,
    ordered_at: instance.created_at,
  })
}

/** Deletes starts that are no longer shown. */
export async function tidyStarts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - startsShownMs)
  await ctx.transact((tx) => deleteStartsBefore(tx, before))
}
