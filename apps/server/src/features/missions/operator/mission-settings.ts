import type { MissionSettings } from '@gridloom/contract/missions/mission'
import type { Ctx } from '../../../platform/ctx.ts'
import { operatorOf } from '../../accounts/index.ts'
import {
  loadMissionSettings,
  type SettingsChange,
  storeMissionSettings,
} from '../settings-store.ts'

/** The bounds of all missions, for the operator. @throws Refused `unauthorized`, `forbidden` */
export async function readMissionSettings(ctx: Ctx): Promise<MissionSettings> {
  operatorOf(ctx)
  return loadMissionSettings(ctx.db)
}

/** Changes the bounds for claims from now on. @throws Refused `unauthorized`, `forbidden` */
export async function changeMissionSettings(
  ctx: Ctx,
  change: SettingsChange,
): Promise<MissionSettings> {
  operatorOf(ctx)
  return ctx.transact(async (tx) => {
    tx.note({ subject: 'mission-settings' })
    await storeMissionSettings(tx, change)
    return loadMissionSettings(tx.db)
  })
}
