import type { BackupPlan, ChangeBackupPlan } from '@gridloom/contract/backups/backup'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import type { BackupsCtx } from './ctx.ts'
import { nextRunAt, refuseBadSchedule } from './next-run.ts'
import { lockOwnedPlan } from './owned-plan.ts'
import { updatePlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { readBackup } from './read-backups.ts'
import { cancelOpenRun } from './settle-run.ts'

/** Changes the settings of a plan; omitted ones stay. @throws Refused `not_found`, `invalid_input` */
export async function changeBackupPlan(
  ctx: BackupsCtx,
  { id, name, excludes, schedule, retention }: ChangeBackupPlan & { id: BackupPlanId },
): Promise<BackupPlan> {
  const now = ctx.clock.now()
  refuseBadSchedule(schedule, now)
  await ctx.transact(async (tx) => {
    const row = await lockOwnedPlan(ctx, tx, id)
    await updatePlan(tx, id, {
      name: name ?? row.name,
      ...(excludes !== undefined && { excludes: JSON.stringify(excludes) }),
      ...(retention !== undefined && { retention: JSON.stringify(retention) }),
      ...(schedule !== undefined && {
        schedule: schedule === null ? null : JSON.stringify(schedule),
        next_run_at: nextRunAt(schedule, now),
      }),
    })
    await publishBackup(tx, row)
  })
  return readBackup(ctx, id)
}

/** Deletes a plan with its backups; a run that is open is cancelled. @throws Refused `not_found` */
export async function removeBackupPlan(ctx: BackupsCtx, id: BackupPlanId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnedPlan(ctx, tx, id)
    await cancelOpenRun(ctx, tx, id)
    await updatePlan(tx, id, { state: 'deleting', next_run_at: null, sealed: '' })
    await publishBackup(tx, row)
  })
}
