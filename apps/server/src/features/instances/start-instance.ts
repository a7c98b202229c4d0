import type { InstanceId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstancesCtx } from './ctx.ts'
import { instanceConflict, lockOwnedInstance } from './owned-instance.ts'
import { instanceConflict, lockOwnedInstance, refuseMoving } from './owned-instance.ts'
import { slotsOfInstance } from './regain-slots.ts'
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
    refuseMoving(row)
    if (isStarting(row)) return row
    if (!isStartable(row)) throw instanceConflict(row)
    const startable = row.state === 'stopped' || row.state === 'failed'
    if (!startable || row.desired === 'destroyed' || row.reason?.code === 'disk_lost')
      throw instanceConflict(row)
    return startAgain(ctx, tx, row, (microUsd) => startBeyondBudget(ctx, tx, { row, microUsd }))
  })
  sendSpecSoon(ctx, id)
  return showInstance(ctx, row)
}

/** Whether a start would change nothing: it is up, starting, or the machine has yet to receive the last start. */
function isStarting(row: InstanceRow): boolean {
  if (row.desired !== 'running') return false
  const resting = row.state === 'failed' || row.state === 'stopped'
  return !resting || row.observed_generation < row.generation
}

/** Starts a stopped instance whose row is locked; the caller sends the spec. Errors: those of {@link startInstance}. */
export async function startAgain(
  ctx: InstancesCtx,
  tx: Tx,
  row: InstanceRow,
  budgetFor: (microUsd: MicroUsd) => Promise<'within' | 'beyond'>,
): Promise<InstanceRow> {
  const { gpuUuids } = await retakeSlots(tx, { ...slotsOfInstance(row), at: ctx.clock.now() })
  const held = (await readInstanceMoney(tx.db, [row.id])).get(row.id)?.heldMicroUsd ?? 0
  const microUsd = Math.max(0, firstHold(row.running_micro_usd_per_hour) - held)
  const budget = await budgetFor(microUsd)
  await placeHold(ctx, tx, {
    accountId: row.account_id,
    purpose: row.id,
    microUsd,
    key: `start:${row.generation}`,
  })
  return setDesiredState(ctx, tx, row, {
    desired: 'running',
    // A process that ended by itself is started again, not left stopped.
    restart: row.restart + 1,
    gpu_uuids: JSON.stringify(gpuUuids),
    disk_kept_until: null,
    warned_s: null,
    past_key_budget: budget === 'beyond',
    reason: null,
  })
}
