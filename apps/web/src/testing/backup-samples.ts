import { BackupPlan, BackupRun } from '@gridloom/contract/backups/backup'
import { anInstance, sampleId, secondsBefore } from './samples.ts'

export function aBackupRun(changes: object = {}): BackupRun {
  const { id, label } = anInstance()
  return BackupRun.parse({
    id: sampleId('bkr', 1),
    plan_id: sampleId('bkp', 1),
    kind: 'backup',
    trigger: 'schedule',
    state: 'succeeded',
    failure: null,
    message: null,
    instance_id: id,
    instance_label: label,
    volume_id: null,
    volume_name: null,
    restore: null,
    percent: 100,
    files: 1_200,
    bytes: 5 * 1024 ** 3,
    transferred_bytes: 40 * 1024 ** 2,
    point_id: 'ab12cd34',
    created_at: secondsBefore(7_200),
    started_at: secondsBefore(7_199),
    ended_at: secondsBefore(7_100),
    ...changes,
  })
}

export function aBackupPlan(changes: object = {}): BackupPlan {
  const { id, label } = anInstance()
  return BackupPlan.parse({
    id: sampleId('bkp', 1),
    name: 'nightly',
    instance_id: id,
    instance_label: label,
    volume_id: null,
    volume_name: null,
    paths: ['/data', '/root'],
    excludes: ['*.tmp'],
    schedule: { time_zone: 'Europe/Berlin', at: '0 3 * * *' },
    retention: { last: 0, daily: 7, weekly: 4, monthly: 6 },
    destination: { kind: 'gridloom' },
    stored_bytes: 3 * 1024 ** 3,
    micro_usd_per_month: 161_061,
    next_run_at: secondsBefore(-36_000),
    last_run: aBackupRun(),
    last_success_at: secondsBefore(7_100),
    created_at: secondsBefore(72_000),
    ...changes,
  })
}
