import type { MissionSettings } from '@gridloom/contract/missions/mission'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { MissionTables } from './schema.ts'

/** Settings to change; absent ones stay as they are. */
export type SettingsChange = {
  readonly [Setting in keyof MissionSettings]?: MissionSettings[Setting] | undefined
}

export async function loadMissionSettings(db: Db): Promise<MissionSettings> {
  return db
    .withTables<MissionTables>()
    .selectFrom('mission_settings')
    .select(['share_basis_points', 'grace_hours', 'two_releases_above_micro_usd'])
    .executeTakeFirstOrThrow()
}

export async function storeMissionSettings({ db }: Tx, change: SettingsChange): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return
  await db.withTables<MissionTables>().updateTable('mission_settings').set(change).execute()
}
