import type { InstanceMove, Snapshot } from '@gridloom/contract/snapshots/snapshot'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import type { InstanceMoveRow, SnapshotRow } from './schema.ts'

/** A snapshot as its account sees it. */
export function snapshotView(row: SnapshotRow): Snapshot {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    failure: row.failure,
    instance_id: row.instance_id,
    instance_label: row.instance_label,
    machine_id: row.machine_id,
    template_name: row.template.name,
    image: row.template.image_path_with_tag,
    disk_gb: row.disk_gb,
    raw_bytes: row.raw_bytes,
    stored_bytes: row.stored_bytes,
    paused_ms: row.paused_ms,
    created_at: row.created_at.toISOString(),
    ready_at: isoOrNull(row.ready_at),
  }
}

export function moveView(row: InstanceMoveRow): InstanceMove {
  return {
    id: row.id,
    state: row.state,
    failure: row.failure,
    instance_id: row.instance_id,
    new_instance_id: row.new_instance_id,
    snapshot_id: row.snapshot_id,
    created_at: row.created_at.toISOString(),
    ended_at: isoOrNull(row.ended_at),
  }
}
