import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Tx } from '../../platform/ctx.ts'
import type { InstancesCtx } from './ctx.ts'
import { instanceConflict, lockOwnedInstance, refuseMoving } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'
import { sendSpecSoon } from './send-spec.ts'
import { showInstance } from './show-instances.ts'
import { isStartable, isStarting, startAgain } from './start-again.ts'
import { startBeyondBudget } from './start-beyond-budget.ts'

/**
 * Starts a stopped or failed instance again on its disk: takes slots on its machine again and places a hold.
 * @throws Refused `state_conflict`, `offer_taken` (its slots are rented by someone else), `insufficient_funds`,
 * `instance_budget_exceeded`, `key_budget_exceeded`, `forbidden` (see {@link startBeyondBudget}), `machine_offline`
 */
export async function startInstance(ctx: InstancesCtx, id: InstanceId): Promise<Instance> {
  const row = await ctx.transact(async (tx) => {
    const row = await lockOwnedInstance(ctx, tx, id)
    return startLocked(ctx, tx, row)
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

/** Starts an instance whose row is locked; the caller sends the spec after it. Errors: those of {@link startInstance} */
export async function startLocked(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
): Promise<InstanceRow> {
  refuseMoving(row)
  if (isStarting(row)) return row
  if (!isStartable(row)) throw instanceConflict(row)
  return startAgain(ctx, tx, row, (microUsd) => startBeyondBudget(ctx, tx, { row, microUsd }))
}
