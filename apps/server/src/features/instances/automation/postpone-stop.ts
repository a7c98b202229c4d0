import type { InstanceId } from '@gridloom/contract/core/ids'
import type { PostponeStop } from '@gridloom/contract/instances/automation'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstancesCtx } from '../ctx.ts'
import { updateInstance } from '../instances-store.ts'
import { instanceConflict, lockOwnedInstance } from '../owned-instance.ts'
import { publishInstance } from '../publish-instance.ts'
import { showInstance } from '../show-instances.ts'
import { canBeStopped } from './automation-view.ts'

/**
 * Lets no rule stop an instance for some minutes from now on; its budget still does.
 * @throws Refused `not_found`, `state_conflict` unless it is up
 */
export async function postponeStop(
  ctx: InstancesCtx,
  { id, minutes }: PostponeStop & { id: InstanceId },
): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    if (!canBeStopped(row)) throw instanceConflict(row)
    const until = new Date(ctx.clock.now().getTime() + minutes * 60_000)
    await publishInstance(tx, row.account_id, id)
    return updateInstance(tx, id, {
      stop_postponed_until: until,
      stop_announced_at: null,
      stop_announced_cause: null,
    })
  })
  return showInstance(ctx, row)
}
