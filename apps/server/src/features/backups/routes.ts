import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { cancelBackupRun } from './cancel-run.ts'
import { changeBackupPlan, removeBackupPlan } from './change-backup-plan.ts'
import { changeBackupPassword } from './change-password.ts'
import { createBackupPlan } from './create-backup-plan.ts'
import type { BackupsCtx } from './ctx.ts'
import {
  listBackupRuns,
  listBackups,
  listRecoveryPoints,
  readBackup,
  readBackupStorage,
} from './read-backups.ts'
import { removeRecoveryPoint } from './remove-point.ts'
import { restoreBackup, runBackup } from './start-runs.ts'

/** Mounts the `backups` area of the contract. */
export function backupRoutes(routes: Routes<BackupsCtx>): void {
  const { backups } = api
  routes.on(backups.create, (ctx, { body }) => createBackupPlan(ctx, body))
  routes.on(backups.list, (ctx) => listBackups(ctx))
  routes.on(backups.storage, (ctx) => readBackupStorage(ctx))
  routes.on(backups.read, (ctx, { params }) => readBackup(ctx, params.id))
  routes.on(backups.change, (ctx, { params, body }) =>
    changeBackupPlan(ctx, { ...body, id: params.id }),
  )
  routes.on(backups.remove, async (ctx, { params }) => {
    await removeBackupPlan(ctx, params.id)
    return {}
  })
  routes.on(backups.run, (ctx, { params }) => runBackup(ctx, params.id))
  routes.on(backups.runs, (ctx, { params }) => listBackupRuns(ctx, params.id))
  routes.on(backups.cancel, (ctx, { params }) => cancelBackupRun(ctx, params))
  routes.on(backups.points, (ctx, { params }) => listRecoveryPoints(ctx, params.id))
  routes.on(backups.removePoint, async (ctx, { params }) => {
    await removeRecoveryPoint(ctx, params)
    return {}
  })
  routes.on(backups.changePassword, (ctx, { params, body }) =>
    changeBackupPassword(ctx, { ...body, id: params.id }),
  )
  routes.on(backups.restore, (ctx, { params, body }) =>
    restoreBackup(ctx, { ...body, id: params.id }),
  )
}
