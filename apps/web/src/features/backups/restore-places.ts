import type { BackupPlan, NewRestore } from '@gridloom/contract/backups/backup'
import { InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Volume } from '@gridloom/contract/volumes/volume'

/** Where a plan can be restored: running instances, and volumes that none of them has. */
export interface RestorePlaces {
  instances: readonly Instance[]
  volumes: readonly Volume[]
  /** The id of the place that is chosen first. */
  first: string | undefined
}

/** Returns where a plan can be restored. A bucket of one's own is reached through an instance. Pure. */
export function placesFor(
  plan: Pick<BackupPlan, 'instance_id' | 'volume_id' | 'destination'>,
  all: { instances: readonly Instance[]; volumes: readonly Volume[] },
): RestorePlaces {
  const instances = all.instances.filter(({ state }) => state === 'running')
  const running = new Set<string>(instances.map(({ id }) => id))
  const isFree = ({ state, kept_until, attachments }: Volume) =>
    state === 'ready' &&
    kept_until === null &&
    attachments.every(({ instance_id }) => !running.has(instance_id))
  const volumes = plan.destination.kind === 'gridloom' ? all.volumes.filter(isFree) : []
  const own = instances.find(
    ({ id, volumes: attached }) =>
      id === plan.instance_id || attached.some(({ volume_id }) => volume_id === plan.volume_id),
  )
  const ownVolume = volumes.find(({ id }) => id === plan.volume_id)
  return { instances, volumes, first: (own ?? ownVolume ?? instances[0] ?? volumes[0])?.id }
}

/** Returns the fields of a restore for a chosen place; `undefined` where none is chosen. */
export function placeOf(
  id: string | undefined,
): Pick<NewRestore, 'instance_id' | 'volume_id'> | undefined {
  const instance = InstanceId.safeParse(id)
  if (instance.success) return { instance_id: instance.data }
  const volume = VolumeId.safeParse(id)
  return volume.success ? { volume_id: volume.data } : undefined
}
