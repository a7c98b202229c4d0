import type { BackupRun, NewRestore } from '@gridloom/contract/backups/backup'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { lockQuota } from '../companies/index.ts'
import {
  type InstanceRow,
  instanceConflict,
  noSuchInstance,
  ownedInstance,
} from '../instances/index.ts'
import { backupStoreQuota } from './backup-quotas.ts'
import { runView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { findFolder, findSourceInstance } from './find-source.ts'
import { lockOwnedPlan, ownedPlan } from './owned-plan.ts'
import { listPoints } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { findOpenRun, insertRun } from './runs-store.ts'

/**
 * Begins a backup now.
 * @throws Refused `not_found`, `state_conflict` unless the instance runs, `volume_detached`, `backup_running`,
 * `limit_reached`, `daily_limit_reached`
 */
export async function runBackup(ctx: BackupsCtx, id: BackupPlanId): Promise<BackupRun> {
  const plan = await ownedPlan(ctx, id)
  const instance = await findSourceInstance(ctx.db, plan)
  if (plan.volume_id !== null && instance?.state !== 'running') throw new Refused('volume_detached')
  if (instance === undefined) throw noSuchInstance()
  if (instance.state !== 'running') throw instanceConflict(instance)
  return begin(ctx, { id, kind: 'backup', instance, restore: null })
}

/**
 * Begins to restore a recovery point into a running instance.
 * @throws Refused `not_found`, `state_conflict` unless the instance runs, `volume_detached` where a volume is to be
 * restored to its place and the instance may not write to it, `backup_running`, `limit_reached`, `daily_limit_reached`
 */
export async function restoreBackup(
  ctx: BackupsCtx,
  { id, instance_id, ...restore }: NewRestore & { id: BackupPlanId },
): Promise<BackupRun> {
  const plan = await ownedPlan(ctx, id)
  const points = await listPoints(ctx.db, id)
  if (!points.some((point) => point.id === restore.point_id))
    throw new Refused('not_found', { details: { what: 'recovery point' } })
  const instance = await ownedInstance(ctx, instance_id)
  if (instance.state !== 'running') throw instanceConflict(instance)
  const isBack = restore.target === '/'
  const folder = await findFolder(ctx.db, plan, { instanceId: instance.id, writes: true })
  if (isBack && folder === undefined) throw new Refused('volume_detached')
  return begin(ctx, { id, kind: 'restore', instance, restore })
}

interface Begin {
  id: BackupPlanId
  kind: BackupRun['kind']
  instance: Pick<InstanceRow, 'id' | 'label'>
  restore: BackupRun['restore']
}

async function begin(ctx: BackupsCtx, { id, kind, instance, restore }: Begin): Promise<BackupRun> {
  const row = await ctx.transact(async (tx) => {
    const plan = await lockOwnedPlan(ctx, tx, id)
    if ((await findOpenRun(tx.db, id)) !== undefined) throw new Refused('backup_running')
    if (kind === 'backup' && plan.destination.kind === 'gridloom')
      await lockQuota(tx, plan.account_id, backupStoreQuota)
    await countOfDay(ctx, tx, 'backup runs')
    await publishBackup(tx, plan)
    return insertRun(tx, {
      ...{ id: ctx.ids.mint('backupRun'), plan_id: id, account_id: plan.account_id, kind },
      created_by: userOf(ctx),
      trigger: 'manual',
      state: 'queued',
      instance_id: instance.id,
      instance_label: instance.label,
      restore: restore === null ? null : JSON.stringify(restore),
      created_at: ctx.clock.now(),
    })
  })
  return runView(row)
}
