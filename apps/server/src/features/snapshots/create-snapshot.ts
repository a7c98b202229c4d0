import type { InstanceId, InstanceMoveId, SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { NewSnapshot, Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { type Tx, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { lockQuota } from '../companies/index.ts'
import {
  type InstanceRow,
  instanceConflict,
  lockOwnedInstance,
  refuseMoving,
} from '../instances/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { SnapshotRow } from './schema.ts'
import { snapshotQuota, snapshotStoreQuota } from './snapshot-quotas.ts'
import { snapshotView } from './snapshot-view.ts'
import { insertSnapshot, isCapturing, isMachineAble } from './snapshots-store.ts'
import { insertSpool } from './spools-store.ts'

/**
 * Creates a snapshot of an instance that runs or is stopped; its machine captures it, and the control plane fetches it.
 * @throws Refused `not_found`, `state_conflict`, `instance_moving`, `snapshots_unsupported`, `limit_reached`
 */
export async function createSnapshot(
  ctx: SnapshotsCtx,
  { instanceId, name }: NewSnapshot & { instanceId: InstanceId },
): Promise<Snapshot> {
  const row = await ctx.transact(async (tx) => {
    const instance = await lockOwnedInstance(ctx, tx, instanceId)
    refuseMoving(instance)
    return beginSnapshot(ctx, tx, { instance, name })
  })
  return snapshotView(row)
}

/** Begins a snapshot of an instance whose row is locked. Errors: those of {@link createSnapshot}. */
export async function beginSnapshot(
  ctx: SnapshotsCtx,
  tx: Tx,
  { instance, name, moving }: SnapshotBegin,
): Promise<SnapshotRow> {
  const hasDisk = instance.state === 'running' || instance.state === 'stopped'
  if (!hasDisk || instance.desired === 'destroyed') throw instanceConflict(instance)
  if (!(await isMachineAble(tx.db, { machineId: instance.machine_id })))
    throw new Refused('snapshots_unsupported')
  if (await isCapturing(tx.db, instance.id))
    throw new Refused('state_conflict', { details: { what: 'instance', state: 'being captured' } })
  await lockQuota(tx, instance.account_id, snapshotQuota, snapshotStoreQuota)
  await countOfDay(ctx, tx, 'snapshots')
  const row = await insertSnapshot(tx, {
    id: moving?.snapshotId ?? ctx.ids.mint('snapshot'),
    account_id: instance.account_id,
    created_by: userOf(ctx),
    name,
    state: 'creating',
    instance_id: instance.id,
    move_id: moving?.moveId ?? null,
    machine_id: instance.machine_id,
    instance_label: instance.label,
    template: JSON.stringify(instance.template),
    disk_gb: instance.disk_gb,
    created_at: ctx.clock.now(),
  })
  const { id: snapshot_id, machine_id, created_at: since } = row
  await insertSpool(tx, { snapshot_id, machine_id, since })
  tx.note({ subject: row.id })
  await publishSnapshot(tx, row)
  return row
}

interface SnapshotBegin {
  instance: InstanceRow
  name: string
  moving?: { moveId: InstanceMoveId; snapshotId: SnapshotId }
}
