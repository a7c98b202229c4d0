import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import { noPendingStart, noPlannedStop } from './automation/change-settings.ts'
import type { InstancesCtx } from './ctx.ts'
import { updateInstance } from './instances-store.ts'
import { wasInterrupted } from './interruptions/bid-view.ts'
import { instanceConflict, lockOwnedInstance, refuseMoving } from './owned-instance.ts'
import { publishInstance } from './publish-instance.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { setDesiredState } from './set-desired-state.ts'
import { showInstance } from './show-instances.ts'

/** Stops an instance and keeps its disk. One that is stopped, or stopping, stays as it is. @throws Refused */
export async function stopInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    refuseMoving(row)
    return stopLocked(ctx, tx, row)
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

/** Stops an instance whose row is locked; the caller sends the spec after the transaction. @throws Refused */
export async function stopLocked(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  if (row.desired === 'destroyed') throw instanceConflict({ state: 'destroyed' })
  // A renter who stops it does not want a pending scheduled start either.
  if (row.desired === 'stopped' && !wasInterrupted(row))
    return row.start_until === null ? row : updateInstance(tx, row.id, noPendingStart)
  const reason = JSON.stringify({
    code: 'stopped_by_renter',
    text: 'You stopped it.',
    exit_code: null,
  })
  if (row.desired === 'stopped') {
    // It does not start again when its bid wins.
    await publishInstance(tx, row.account_id, row.id)
    return updateInstance(tx, row.id, { reason, ...noPendingStart })
  }
  return setDesiredState(ctx, tx, row, {
    desired: 'stopped',
    reason,
    ...noPendingStart,
    ...noPlannedStop,
  })
}
