import { limits } from '@gridloom/contract/core/constants'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { InstanceMove, NewMove } from '@gridloom/contract/snapshots/snapshot'
import { userOf } from '../../platform/ctx.ts'
import {
  instanceConflict,
  lockOwnedInstance,
  placeOrder,
  refuseMoving,
  sendSpecSoon,
  setDesiredState,
  settingsForSuccessor,
  updateInstance,
} from '../instances/index.ts'
import { readProjects } from '../ledger/index.ts'
import { listMounts } from '../volumes/index.ts'
import { beginSnapshot } from './create-snapshot.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { insertMove } from './moves-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import { moveView } from './snapshot-view.ts'
import { isMachineAble } from './snapshots-store.ts'

/** Of the new instance until it takes the label over. */
const suffix = ' (moving)'

/**
 * Begins to move an instance to another machine, in one transaction: the new instance is ordered there and waits for the
 * snapshot, the old one is asked to stop, and from then on neither is started or destroyed but by the move.
 * @throws Refused `not_found`, `state_conflict`, `instance_moving`, `volumes_attached`, `snapshots_unsupported`, `label_taken`,
 * and those of orders
 * @throws Refused `not_found`, `state_conflict`, `instance_moving`, `instance_in_cluster`, `snapshots_unsupported`,
 * `label_taken`, and those of orders
 */
export async function moveInstance(
  ctx: SnapshotsCtx,
  { id, ...wanted }: NewMove & { id: InstanceId },
): Promise<InstanceMove> {
  const moved = await ctx.transact(async (tx) => {
    const instance = await lockOwnedInstance(ctx, tx, id)
    refuseMoving(instance)
    if ((await listMounts(tx.db, [id])).length > 0) throw new Refused('volumes_attached')
    if (instance.cluster_id !== null) throw new Refused('instance_in_cluster')
    if (!(await isMachineAble(tx.db, { offerId: wanted.offer_id })))
      throw new Refused('snapshots_unsupported')
    if (wanted.disk_gb < instance.disk_gb)
      throw new Refused('snapshot_too_large', { details: { gb: instance.disk_gb } })
    if (instance.disk_kept_until !== null) throw instanceConflict(instance)
    const [moveId, snapshotId] = [ctx.ids.mint('instanceMove'), ctx.ids.mint('snapshot')]
    const snapshot = await beginSnapshot(ctx, tx, {
      instance,
      name: instance.label,
      moving: { moveId, snapshotId },
    })
    const label = `${instance.label.slice(0, limits.labelChars - suffix.length)}${suffix}`
    const automation = await settingsForSuccessor(tx, instance, ctx.clock.now())
    const { restart_policy } = instance
    const project = (await readProjects(tx.db, [instance.id])).get(instance.id)
    const order = { ...wanted, env: {}, restart_policy, label, project, automation }
    const { template } = instance
    const restored = { snapshotId, template, moveId }
    const target = await placeOrder(ctx, tx, { order, template, volumes: [], restored })
    if (target.machine_id === instance.machine_id)
      throw new Refused('invalid_input', { fields: { offer_id: 'is on the same machine' } })
    await setDesiredState(ctx, tx, instance, { desired: 'stopped', move_id: moveId })
    await updateInstance(tx, target.id, { note: instance.note })
    const move = await insertMove(tx, {
      id: moveId,
      account_id: instance.account_id,
      created_by: userOf(ctx),
      instance_id: id,
      new_instance_id: target.id,
      snapshot_id: snapshot.id,
      label: instance.label,
      was_running: instance.desired === 'running',
      state: 'stopping',
      created_at: ctx.clock.now(),
    })
    tx.note({ subject: id })
    await publishSnapshot(tx, move)
    return move
  })
  for (const one of [moved.instance_id, moved.new_instance_id]) sendSpecSoon(ctx, one)
  return moveView(moved)
}
