import type { BackupPlanId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { BackupsCtx } from './ctx.ts'
import { lockOwnedPlan } from './owned-plan.ts'
import { deletePoint, updatePlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { losePoint, removeLost } from './repository/replace-keys.ts'
import { findOpenRun } from './runs-store.ts'

/**
 * Deletes a recovery point of a repository with us. Its data that no other point refers to is freed by the next backup.
 * @throws Refused `not_found`, `own_bucket`, `backup_running`
 */
export async function removeRecoveryPoint(
  ctx: BackupsCtx,
  { id, point_id: point }: { id: BackupPlanId; point_id: string },
): Promise<void> {
  const { of, lost } = await ctx.transact(async (tx) => {
    const plan = await lockOwnedPlan(ctx, tx, id)
    if (plan.destination.kind !== 'gridloom') throw new Refused('own_bucket')
    if ((await findOpenRun(tx.db, id)) !== undefined) throw new Refused('backup_running')
    if ((await deletePoint(tx, { planId: id, point })) === 'absent')
      throw new Refused('not_found', { details: { what: 'recovery point' } })
    const of = { accountId: plan.account_id, planId: id }
    const lost = await losePoint(ctx, tx, { ...of, point })
    await updatePlan(tx, id, { prune_due: true })
    await publishBackup(tx, plan)
    return { of, lost }
  })
  await removeLost(ctx, of, lost)
}
