import type { InstanceId } from '@gridloom/contract/ids'
import type { Instance } from '@gridloom/contract/instances'
import type { Tx } from '../../platform/ctx.ts'
import { releaseHold } from '../ledger/index.ts'
import { releaseDisk, releaseSlots } from '../machines/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { updateInstance } from './instances-store.ts'
import { lockOwned } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { showInstance } from './show-instances.ts'
import { want } from './want.ts'

/** Destroys an instance with its disk. Twice is the same as once. @throws Refused `not_found` */
export async function destroyInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwned(ctx, tx, id)
    if (row.desired === 'destroyed') return row
    const wanted = await want(tx, row, { desired: 'destroyed' })
    return neverReached(row) ? destroyUnseen(ctx, tx, wanted) : wanted
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

/** Whether its machine cannot have begun with it: an order that was never answered, or a disk that is gone. */
function neverReached(row: InstanceRow): boolean {
  const unanswered = row.observed_generation === 0 && row.last_heard_at === null
  return (unanswered && row.state === 'lost') || row.reason?.code === 'disk_lost'
}

/** Nothing is there to destroy, so nobody's word is waited for; should it turn up, the next sync removes it. */
async function destroyUnseen(ctx: InstancesCtx, tx: Tx, row: InstanceRow): Promise<InstanceRow> {
  await releaseSlots(tx, row.id)
  await releaseDisk(tx, row.id)
  await releaseHold(ctx, tx, { instanceId: row.id, keepMicroUsd: 0, key: 'destroyed' })
  return updateInstance(tx, row.id, { state: 'destroyed', destroyed_at: ctx.clock.now() })
}
