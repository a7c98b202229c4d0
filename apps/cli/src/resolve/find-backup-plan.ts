import type { BackupPlan } from '@gridloom/contract/backups/backup'
import type { Ctx } from '../ctx.ts'
import { chooseOne } from './choose-one.ts'

/** Finds a backup plan by its name or part of its id. */
export async function findBackupPlan(ctx: Ctx, wanted: string): Promise<BackupPlan> {
  return chooseOne(await ctx.client.backups.list({ signal: ctx.signal }), wanted, 'backup plan')
}
