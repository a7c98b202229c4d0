import type { BackupFailure } from '@gridloom/contract/backups/backup'
import { backupFailureTexts } from '@gridloom/contract/backups/failure-texts'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import type { Updateable } from 'kysely'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import type { Tx } from '../../platform/ctx.ts'
import { publishNotice } from '../notices/index.ts'
import { backupFailed, backupSucceeded } from './backup-events.ts'
import type { BackupsCtx } from './ctx.ts'
import { lockPlan, replacePoints, updatePlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { canRunMove } from './run-states.ts'
import { deleteOldRuns, findOpenRun, lockRun, stateBefore, updateRun } from './runs-store.ts'
import type { BackupPlanRow, BackupPointRow, BackupRunRow, BackupTables } from './schema.ts'

/** How a run ended. */
export interface RunEnd {
  state: 'succeeded' | 'failed' | 'skipped'
  failure: BackupFailure | null
  message?: string | null
  facts?: Pick<
    Updateable<BackupTables['backup_runs']>,
    'percent' | 'files' | 'bytes' | 'transferred_bytes' | 'point_id'
  >
  /** The recovery points that the plan has now; `undefined`: as before. */
  points?: readonly BackupPointRow[] | undefined
  /** Nothing that is not referred to is left. */
  prune?: 'done'
}

/**
 * Writes the end of a run, unless it has ended otherwise meanwhile, such as by a cancellation. `lease`: only while it is
 * still its holder's.
 */
export async function settleRun(
  ctx: BackupsCtx,
  run: Pick<BackupRunRow, 'id' | 'plan_id'>,
  { lease, ...end }: RunEnd & { lease?: string },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const plan = await lockPlan(tx, run.plan_id)
    const row = await lockRun(tx, run.id)
    if (plan === undefined || row === undefined || !canRunMove(row.state, end.state)) return
    if (lease !== undefined && row.lease !== lease) return
    const now = ctx.clock.now()
    const { state, failure, message = null, facts = {} } = end
    const ended = await updateRun(tx, run.id, { ...facts, state, failure, message, ended_at: now })
    if (end.prune === 'done') await updatePlan(tx, plan.id, { prune_due: false })
    if (end.points !== undefined) await replacePoints(tx, plan.id, end.points)
    if (ended.kind === 'backup') await settleBackup(ctx, tx, { plan, ended })
    await deleteOldRuns(tx, plan.id)
    await publishBackup(tx, plan)
  })
}

/** Cancels the open run of a plan whose row is locked. */
export async function cancelOpenRun(ctx: BackupsCtx, tx: Tx, id: BackupPlanId): Promise<void> {
  const open = await findOpenRun(tx.db, id)
  if (open === undefined) return
  await updateRun(tx, open.id, { state: 'cancelled', ended_at: ctx.clock.now() })
}

interface Settled {
  plan: BackupPlanRow
  ended: BackupRunRow
}

async function settleBackup(ctx: BackupsCtx, tx: Tx, { plan, ended }: Settled): Promise<void> {
  const { id: subject, account_id: accountId, instance_id, failure, files, bytes } = ended
  const { name, volume_id } = plan
  const added_bytes = ended.transferred_bytes
  const payload = {
    ...{ plan_id: plan.id, name, instance_id, volume_id, failure, files, bytes, added_bytes },
  }
  const kind = ended.state === 'succeeded' ? backupSucceeded : backupFailed
  await recordEvents(ctx, tx, [kind.of({ subject, accountId, payload })])
  if (ended.state === 'succeeded')
    return updatePlan(tx, plan.id, { last_success_at: ended.ended_at })
  const before = await stateBefore(tx.db, ended)
  // Once, however often it fails for the same reason.
  if (before?.failure === failure) return
  await publishNotice(ctx, tx, {
    accountId,
    notice: {
      key: `backup_failed:${ended.id}`,
      level: ended.state === 'skipped' ? 'warning' : 'error',
      text: `The backup ${name} of ${plan.volume_name ?? ended.instance_label} ${ended.state === 'skipped' ? 'was skipped' : 'failed'}. ${failure === null ? '' : backupFailureTexts[failure]}`,
      instance_id,
    },
    mail: null,
  })
}
