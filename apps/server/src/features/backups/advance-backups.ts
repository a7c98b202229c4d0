import type { BackupFailure } from '@gridloom/contract/backups/backup'
import type { AccountId, BackupPlanId } from '@gridloom/contract/core/ids'
import { meterStorage } from '../storage/index.ts'
import type { BackupsCtx } from './ctx.ts'
import { executeRun } from './execute-run.ts'
import { columnsOf, findSource } from './find-source.ts'
import { nextRunAt } from './next-run.ts'
import { deletePlan, listDeletingPlans, listDuePlans, lockPlan, updatePlan } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { repositoryPrefix } from './repository/repository.ts'
import type { RunSite } from './run-site.ts'
import {
  findOpenRun,
  insertRun,
  listRunningRuns,
  type QueuedRun,
  queuedRuns,
  runsOfAccountMax,
} from './runs-store.ts'
import type { BackupPlanRow, BackupRunRow } from './schema.ts'
import { settleRun } from './settle-run.ts'
import { storedBackups } from './stored-backups.ts'
import { silentMs } from './watch-run.ts'

/** How long a run waits for the machine of its instance, and for a free place on its replica. */
const queuedMaxMs = 6 * 3_600_000

/** Begins the backups that are due. One whose plan still has an open run is left out. */
export async function queueDueBackups(ctx: BackupsCtx): Promise<void> {
  for (const id of await listDuePlans(ctx.db, ctx.clock.now())) await queueDue(ctx, id)
}

async function queueDue(ctx: BackupsCtx, id: BackupPlanId): Promise<void> {
  await ctx.transact(async (tx) => {
    const plan = await lockPlan(tx, id)
    const now = ctx.clock.now()
    const { next_run_at: due = null } = plan ?? {}
    if (plan === undefined || plan.state !== 'active' || due === null || due > now) return
    await updatePlan(tx, id, { next_run_at: nextRunAt(plan.schedule, now) })
    if ((await findOpenRun(tx.db, id)) !== undefined) return
    const source = await findSource(tx.db, plan)
    await insertRun(tx, {
      ...{ id: ctx.ids.mint('backupRun'), plan_id: id, account_id: plan.account_id },
      ...{ kind: 'backup', trigger: 'schedule', state: 'queued', restore: null, created_by: null },
      ...columnsOf(source),
      ...(source === undefined && namesOf(plan)),
      created_at: now,
    })
    await publishBackup(tx, plan)
  })
}

/** A plan of an instance that is gone still names it in its runs. */
function namesOf({ instance_id, instance_label }: BackupPlanRow) {
  return { instance_id, instance_label }
}

/** Starts queued runs on the replica that has their machine, and gives up those whose replica was killed. */
export async function advanceBackupRuns(ctx: BackupsCtx): Promise<void> {
  const busy = new Map<AccountId, number>()
  for (const run of await listRunningRuns(ctx.db)) {
    busy.set(run.account_id, (busy.get(run.account_id) ?? 0) + 1)
    await giveUpSilent(ctx, run)
  }
  for await (const runs of queuedRuns(ctx.db))
    for (const run of runs) await startQueued(ctx, run, busy)
}

async function giveUpSilent(ctx: BackupsCtx, run: BackupRunRow): Promise<void> {
  const silentFor = ctx.clock.now().getTime() - (run.alive_at ?? run.created_at).getTime()
  if (silentFor <= silentMs) return
  await settleRun(ctx, run, { state: 'failed', failure: 'interrupted' })
}

async function startQueued(
  ctx: BackupsCtx,
  run: QueuedRun,
  busy: Map<AccountId, number>,
): Promise<void> {
  const site = siteOf(run)
  if (site === undefined || !run.is_ready) {
    const state = run.trigger === 'schedule' ? 'skipped' : 'failed'
    return settleRun(ctx, run, { state, failure: whyNot(run) })
  }
  if (ctx.agents.connected(site.machineId)) {
    // Only to try those that have a chance: the claim counts them.
    const others = busy.get(run.account_id) ?? 0
    if (others >= runsOfAccountMax) return
    busy.set(run.account_id, others + 1)
    return ctx.backupRuns.start(run.id, (signal) => executeRun(ctx, { id: run.id, site, signal }))
  }
  const queuedFor = ctx.clock.now().getTime() - run.created_at.getTime()
  if (queuedFor > queuedMaxMs)
    await settleRun(ctx, run, { state: 'failed', failure: 'machine_offline' })
}

function siteOf({ machine_id, instance_id, volume_id }: QueuedRun): RunSite | undefined {
  if (machine_id === null) return undefined
  if (instance_id !== null) return { kind: 'instance', id: instance_id, machineId: machine_id }
  return volume_id === null ? undefined : { kind: 'volume', id: volume_id, machineId: machine_id }
}

function whyNot(run: QueuedRun): BackupFailure {
  if (run.instance_id !== null) return 'instance_not_running'
  if (run.volume_id !== null || !run.has_volume) return 'volume_unavailable'
  return run.destination === 's3' ? 'bucket_needs_instance' : 'volume_not_attached'
}

/** Deletes plans that are to be deleted, with their files. */
export async function deleteBackupPlans(ctx: BackupsCtx): Promise<void> {
  for (const { id, account_id: accountId } of await listDeletingPlans(ctx.db)) {
    await ctx.files.removeAll(repositoryPrefix({ accountId, planId: id }))
    const metered = {
      ...{ kind: storedBackups, accountId },
      microUsdPerGbMonth: ctx.backupMicroUsdPerGbMonth,
    }
    await ctx.transact((tx) => meterStorage(ctx, tx, metered, () => deletePlan(tx, id)))
  }
}
