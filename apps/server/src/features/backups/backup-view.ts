import type { BackupPlan, BackupRun, RecoveryPoint } from '@gridloom/contract/backups/backup'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { storagePrice } from '../storage/index.ts'
import type { BackupPlanRow, BackupPointRow, BackupRunRow } from './schema.ts'

/** A run as its account sees it. */
export function runView(row: BackupRunRow): BackupRun {
  return {
    id: row.id,
    plan_id: row.plan_id,
    kind: row.kind,
    trigger: row.trigger,
    state: row.state,
    failure: row.failure,
    message: row.message,
    instance_id: row.instance_id,
    instance_label: row.instance_label,
    volume_id: row.volume_id,
    volume_name: row.volume_name,
    restore: row.restore,
    percent: row.percent,
    files: row.files,
    bytes: row.bytes,
    transferred_bytes: row.transferred_bytes,
    point_id: row.point_id,
    created_at: row.created_at.toISOString(),
    started_at: isoOrNull(row.started_at),
    ended_at: isoOrNull(row.ended_at),
  }
}

interface PlanFacts {
  lastRun: BackupRunRow | undefined
  microUsdPerGbMonth: MicroUsd
}

/** A plan as its account sees it: never its secrets. */
export function planView(
  row: BackupPlanRow,
  { lastRun, microUsdPerGbMonth }: PlanFacts,
): BackupPlan {
  return {
    id: row.id,
    name: row.name,
    instance_id: row.instance_id,
    instance_label: row.instance_label,
    volume_id: row.volume_id,
    volume_name: row.volume_name,
    paths: row.paths,
    excludes: row.excludes,
    schedule: row.schedule,
    retention: row.retention,
    destination: row.destination,
    stored_bytes: row.stored_bytes,
    micro_usd_per_month: storagePrice(row.stored_bytes, microUsdPerGbMonth).perMonth,
    next_run_at: isoOrNull(row.next_run_at),
    last_run: lastRun === undefined ? null : runView(lastRun),
    last_success_at: isoOrNull(row.last_success_at),
    created_at: row.created_at.toISOString(),
  }
}

export function pointView({ id, at, files, bytes }: BackupPointRow): RecoveryPoint {
  return { id, at: at.toISOString(), files, bytes }
}
