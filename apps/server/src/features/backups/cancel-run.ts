import type { BackupRun } from '@gridloom/contract/backups/backup'
import type { BackupPlanId, BackupRunId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { runView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { lockOwnedPlan } from './owned-plan.ts'
import { publishBackup } from './publish-backup.ts'
import { canRunMove } from './run-states.ts'
import { lockRun, updateRun } from './runs-store.ts'

/**
 * Cancels a run that has not ended: whichever replica runs it ends the program within seconds.
 * @throws Refused `not_found`, `state_conflict`
 */
export async function cancelBackupRun(
  ctx: BackupsCtx,
  { id, run_id: runId }: { id: BackupPlanId; run_id: BackupRunId },
): Promise<BackupRun> {
  const row = await ctx.transact(async (tx) => {
    const plan = await lockOwnedPlan(ctx, tx, id)
    const run = await lockRun(tx, runId)
    if (run?.plan_id !== id) throw new Refused('not_found', { details: { what: 'backup run' } })
    if (!canRunMove(run.state, 'cancelled'))
      throw new Refused('state_conflict', { details: { what: 'backup run', state: run.state } })
    await publishBackup(tx, plan)
    return updateRun(tx, runId, { state: 'cancelled', ended_at: ctx.clock.now() })
  })
  return runView(row)
}
