import type {
  BackupPlan,
  BackupRun,
  BackupStorage,
  RecoveryPoint,
} from '@gridloom/contract/backups/backup'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import { accountOf } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { findStorage, storagePrice } from '../storage/index.ts'
import { planView, pointView, runView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { ownedPlan } from './owned-plan.ts'
import { listPlans, listPoints } from './plans-store.ts'
import { listLastRuns, listRuns } from './runs-store.ts'

/** Returns the plans of the active account with their last runs, newest first. */
export async function listBackups(ctx: BackupsCtx): Promise<BackupPlan[]> {
  const { accountId } = accountOf(ctx)
  const { backupMicroUsdPerGbMonth: microUsdPerGbMonth } = ctx
  const [plans, last] = await Promise.all([
    listPlans(ctx.db, accountId),
    listLastRuns(ctx.db, accountId),
  ])
  return plans.map((row) => planView(row, { lastRun: last.get(row.id), microUsdPerGbMonth }))
}

/** Returns one plan of the active account. @throws Refused `not_found` */
export async function readBackup(ctx: BackupsCtx, id: BackupPlanId): Promise<BackupPlan> {
  const row = await ownedPlan(ctx, id)
  const [lastRun] = await listRuns(ctx.db, id)
  return planView(row, { lastRun, microUsdPerGbMonth: ctx.backupMicroUsdPerGbMonth })
}

/** Returns the last runs of a plan, newest first. @throws Refused `not_found` */
export async function listBackupRuns(ctx: BackupsCtx, id: BackupPlanId): Promise<BackupRun[]> {
  await ownedPlan(ctx, id)
  return (await listRuns(ctx.db, id)).map(runView)
}

/** Returns the recovery points of a plan, newest first. @throws Refused `not_found` */
export async function listRecoveryPoints(
  ctx: BackupsCtx,
  id: BackupPlanId,
): Promise<RecoveryPoint[]> {
  await ownedPlan(ctx, id)
  return (await listPoints(ctx.db, id)).map(pointView)
}

/** Returns the storage of the active account's backups with us, and its price. */
export async function readBackupStorage(ctx: BackupsCtx): Promise<BackupStorage> {
  const { backupMicroUsdPerGbMonth: price } = ctx
  const row = await findStorage(ctx.db, { accountId: accountOf(ctx).accountId, kind: 'backups' })
  const stored_bytes = row?.stored_bytes ?? 0
  return {
    stored_bytes,
    micro_usd_per_gb_month: price,
    micro_usd_per_month: storagePrice(stored_bytes, price).perMonth,
    kept_until: isoOrNull(row?.kept_until ?? null),
  }
}
