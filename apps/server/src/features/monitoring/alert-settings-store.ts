import type { AccountId } from '@gridloom/contract/core/ids'
import {
  defaultGpuAlertSettings,
  type GpuAlertSettings,
} from '@gridloom/contract/monitoring/gpu-alert'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MonitoringTables } from './schema.ts'

/** The settings of accounts; those that never set any have the defaults. */
export async function findAlertSettings(
  db: Db,
  accountIds: readonly AccountId[],
): Promise<(accountId: AccountId) => GpuAlertSettings> {
  const rows =
    accountIds.length === 0
      ? []
      : await db
          .withTables<MonitoringTables>()
          .selectFrom('gpu_alert_settings')
          .selectAll()
          .where('account_id', 'in', [...new Set(accountIds)])
          .execute()
  const known = new Map(rows.map(({ account_id, ...settings }) => [account_id, settings]))
  return (accountId) => known.get(accountId) ?? defaultGpuAlertSettings
}

export async function putAlertSettings(
  { db }: Tx,
  accountId: AccountId,
  settings: GpuAlertSettings,
): Promise<void> {
  await db
    .withTables<MonitoringTables>()
    .insertInto('gpu_alert_settings')
    .values({ account_id: accountId, ...settings })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(settings))
    .execute()
}
