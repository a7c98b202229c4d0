import type { SnapshotId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { SnapshotOrder } from '@gridloom/contract/snapshots/snapshot'
import { Environment } from '@gridloom/contract/templates/container-fields'
import { fieldRefusal } from '../../platform/http/field-refusal.ts'
import { orderInstance } from '../instances/index.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { ownedSnapshot } from './owned-snapshot.ts'
import type { SnapshotRow } from './schema.ts'
import { isMachineAble } from './snapshots-store.ts'

const bytesPerGb = 1_000_000_000

/**
 * Orders an instance that begins with the disk of a snapshot, with the template that the snapshot's instance had and the
 * order's environment over it.
 * @throws Refused `not_found`, `state_conflict`, `snapshots_unsupported`, `snapshot_too_large`, and those of orders
 */
export async function orderFromSnapshot(
  ctx: SnapshotsCtx,
  { id, ...order }: SnapshotOrder & { id: SnapshotId },
  key: string | undefined,
): Promise<Instance> {
  const snapshot = await ownedSnapshot(ctx, id)
  const { state } = snapshot
  if (state !== 'ready')
    throw new Refused('state_conflict', { details: { what: 'snapshot', state } })
  refuseSmall(snapshot, order.disk_gb)
  if (!(await isMachineAble(ctx.db, { offerId: order.offer_id })))
    throw new Refused('snapshots_unsupported')
  const env = Environment.safeParse({ ...snapshot.template.env, ...order.env })
  if (!env.success) throw fieldRefusal(env.error, 'env')
  const template = { ...snapshot.template, env: env.data }
  return orderInstance(ctx, order, key, { restored: { snapshotId: id, template } })
}

/** The machine stores the snapshot beside the disk: who orders it pays for its size. */
function refuseSmall({ raw_bytes }: SnapshotRow, diskGb: number): void {
  const gb = Math.ceil(raw_bytes / bytesPerGb)
  if (diskGb < gb) throw new Refused('snapshot_too_large', { details: { gb } })
}
