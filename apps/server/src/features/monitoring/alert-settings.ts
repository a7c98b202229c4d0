import type { GpuAlertSettings } from '@gridloom/contract/monitoring/gpu-alert'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { findAlertSettings, putAlertSettings } from './alert-settings-store.ts'

/** Returns which problems of GPUs the caller is notified of. */
export async function readAlertSettings(ctx: Ctx): Promise<GpuAlertSettings> {
  const { accountId } = accountOf(ctx)
  return (await findAlertSettings(ctx.db, [accountId]))(accountId)
}

/** Sets them. Alerts that last are decided by them within a minute. */
export async function changeAlertSettings(
  ctx: Ctx,
  settings: GpuAlertSettings,
): Promise<GpuAlertSettings> {
  const { accountId } = accountOf(ctx)
  await ctx.transact((tx) => putAlertSettings(tx, accountId, settings))
  return settings
}
