import { InstanceId, InstanceMoveId, SnapshotId } from '@gridloom/contract/core/ids'
import type { InstanceMove, Snapshot, SnapshotStorage } from '@gridloom/contract/snapshots/snapshot'
import { anInstance, sampleId, secondsBefore } from './samples.ts'

export function aSnapshot(changes: object = {}): Snapshot {
  const { id, machine_id, image } = anInstance()
  return {
    id: SnapshotId.parse(sampleId('snp', 1)),
    name: 'before the upgrade',
    state: 'ready',
    failure: null,
    instance_id: id,
    instance_label: 'train',
    machine_id,
    template_name: 'Debian',
    image,
    disk_gb: 20,
    raw_bytes: 2 * 1024 ** 3,
    stored_bytes: 1024 ** 3,
    paused_ms: 1_200,
    created_at: secondsBefore(120),
    ready_at: secondsBefore(60),
    ...changes,
  }
}

export function someStorage(changes: Partial<SnapshotStorage> = {}): SnapshotStorage {
  return {
    stored_bytes: 1024 ** 3,
    micro_usd_per_gb_month: 50_000,
    micro_usd_per_month: 53_687,
    kept_until: null,
    ...changes,
  }
}

export function aMove(changes: Partial<InstanceMove> = {}): InstanceMove {
  return {
    id: InstanceMoveId.parse(sampleId('mov', 1)),
    state: 'capturing',
    failure: null,
    instance_id: anInstance().id,
    new_instance_id: InstanceId.parse(sampleId('ins', 7)),
    snapshot_id: SnapshotId.parse(sampleId('snp', 2)),
    created_at: secondsBefore(20),
    ended_at: null,
    ...changes,
  }
}
