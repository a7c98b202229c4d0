import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstancesCtx } from './ctx.ts'
import { instanceConflict, lockOwnedInstance, refuseMoving } from './owned-instance.ts'
import { sendSpecSoon } from './send-spec.ts'
import { setDesiredState } from './set-desired-state.ts'
import { showInstance } from './show-instances.ts'

/** Stops and starts a running instance on its disk and its slots. @throws Refused `state_conflict` unless it runs */
export async function restartInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    refuseMoving(row)
    if (row.desired !== 'running' || (row.state !== 'running' && row.state !== 'starting')) {
      throw instanceConflict(row)
    }
    return setDesiredState(ctx, tx, row, { desired: 'running', restart: row.restart + 1 })
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}
