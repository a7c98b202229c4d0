import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import type { InstancesCtx } from './ctx.ts'
import { destroyUnseen, neverReached } from './destroy-unseen.ts'
import { lockOwnedInstance, refuseMoving } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { setDesiredState } from './set-desired-state.ts'
import { showInstance } from './show-instances.ts'

/** Destroys an instance with its disk. Idempotent. @throws Refused `not_found` */
export async function destroyInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    refuseMoving(row)
    return destroyLocked(ctx, tx, row)
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

/** Destroys an instance whose row is locked; the caller sends the spec after the transaction. Idempotent. */
export async function destroyLocked(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  if (row.state === 'destroyed') return row
  const wanted =
    row.desired === 'destroyed'
      ? row
      : await setDesiredState(ctx, tx, row, { desired: 'destroyed' })
  return neverReached(row) ? destroyUnseen(ctx, tx, wanted) : wanted
}
