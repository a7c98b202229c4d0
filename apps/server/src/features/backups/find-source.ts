import type { InstanceId } from '@gridloom/contract/core/ids'
import type { Db } from '../../platform/database/connect.ts'
import { findInstance, type InstanceRow } from '../instances/index.ts'
import { findUsable, listAttachments, listMounts, type UsableVolume } from '../volumes/index.ts'
import { findNamedInstance } from './plans-store.ts'
import type { BackupPlanRow } from './schema.ts'

/** Where a plan is backed up now. An instance may not be running. */
export type BackupSource =
  | { kind: 'instance'; instance: InstanceRow }
  | { kind: 'volume'; volume: UsableVolume }

/**
 * Returns where a plan is backed up now: in the instance that it is of, or that has its volume. A running one comes first,
 * and of those one that may write. A volume that no running instance has is used by its machine, unless the repository is
 * in a bucket of the renter: only instances have a network.
 */
export async function findSource(db: Db, plan: BackupPlanRow): Promise<BackupSource | undefined> {
  const instance = await findSourceInstance(db, plan)
  const { volume_id: volumeId, destination } = plan
  if (volumeId !== null && instance?.state !== 'running' && destination.kind === 'gridloom') {
    const volume = await findUsable(db, volumeId)
    if (volume !== undefined) return { kind: 'volume', volume }
  }
  return instance && { kind: 'instance', instance }
}

async function findSourceInstance(db: Db, plan: BackupPlanRow): Promise<InstanceRow | undefined> {
  let other: InstanceRow | undefined
  for (const id of await candidates(db, plan)) {
    const instance = await findInstance(db, id)
    if (instance?.state === 'running') return instance
    other ??= instance
  }
  return other
}

/** Returns the instances of a plan, the best one first. */
async function candidates(db: Db, plan: BackupPlanRow): Promise<InstanceId[]> {
  if (plan.volume_id === null) {
    const id = await findNamedInstance(db, plan)
    return id === undefined ? [] : [id]
  }
  const attachments = await listAttachments(db, [plan.volume_id])
  return attachments
    .toSorted((one, other) => rank(one.mode) - rank(other.mode))
    .map(({ instanceId }) => instanceId)
}

const rank = (mode: 'read_write' | 'read_only') => (mode === 'read_write' ? 0 : 1)

/** What of a run is stored of its place. */
export function columnsOf(source: BackupSource | undefined) {
  const instance = source?.kind === 'instance' ? source.instance : undefined
  const volume = source?.kind === 'volume' ? source.volume : undefined
  return {
    ...{ instance_id: instance?.id ?? null, instance_label: instance?.label ?? null },
    ...{ volume_id: volume?.id ?? null, volume_name: volume?.name ?? null },
  }
}

/**
 * Returns the folder that the paths of a plan are below: where an instance has its volume, or `/` for a plan of an instance.
 * `undefined`: the instance does not have the volume, or may not write to it where that is asked for.
 */
export async function findFolder(
  db: Db,
  { volume_id }: Pick<BackupPlanRow, 'volume_id'>,
  { instanceId, writes }: { instanceId: InstanceId; writes: boolean },
): Promise<string | undefined> {
  if (volume_id === null) return '/'
  const mount = (await listMounts(db, [instanceId])).find(({ volumeId }) => volumeId === volume_id)
  return mount === undefined || (writes && mount.mode === 'read_only') ? undefined : mount.path
}
