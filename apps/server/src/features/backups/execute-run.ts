import { Refused } from '@gridloom/contract/errors'
import { SealBroken } from '../../platform/secret-sealer.ts'
import { findInstance } from '../instances/index.ts'
import { findStorage } from '../storage/index.ts'
import { backUp } from './back-up.ts'
import type { BackupsCtx } from './ctx.ts'
import { findFolder } from './find-source.ts'
import { findPlan } from './plans-store.ts'
import { openRepository } from './repository/repository.ts'
import type { BackupSecrets } from './restic/commands.ts'
import { restore } from './restore.ts'
import type { RunInstance } from './run-work.ts'
import { claimRun } from './runs-store.ts'
import type { BackupPlanRow, BackupRunRow } from './schema.ts'
import { type RunEnd, settleRun } from './settle-run.ts'
import { type RunWatch, watchRun } from './watch-run.ts'

/**
 * Runs a backup or a restore that is queued, from its claim to its end. Where this process is killed meanwhile, the run
 * fails a minute later, and the next one tidies the repository.
 */
export async function executeRun(
  ctx: BackupsCtx,
  { id, instance, signal }: { id: BackupRunRow['id']; instance: RunInstance; signal: AbortSignal },
): Promise<void> {
  const lease = ctx.ids.secret()
  const run = await ctx.transact((tx) => claimRun(tx, { id, lease, now: ctx.clock.now() }))
  if (run === undefined) return
  const plan = await findPlan(ctx.db, run.plan_id)
  if (plan === undefined) return
  const end = await endOf(ctx, { plan, run, instance, lease, signal })
  if (end === undefined) return
  await settleRun(ctx, run, { ...end, lease })
}

interface Executing {
  plan: BackupPlanRow
  run: BackupRunRow
  instance: RunInstance
  lease: string
  signal: AbortSignal
}

/** Returns how a run ended; `undefined` where it is not ours to say. */
async function endOf(
  ctx: BackupsCtx,
  { plan, run, instance, lease, signal }: Executing,
): Promise<RunEnd | undefined> {
  await using watch = watchRun(ctx, { run, lease, signal })
  // It is in use: no rule stops an idle instance meanwhile.
  using _connection = ctx.connections.open(instance.id)
  try {
    return await asInterrupted(ctx, instance, await work(ctx, { plan, run, instance, watch }))
  } catch (cause) {
    if (watch.isOverdue()) return { state: 'failed', failure: 'timed_out' }
    // A server that stops leaves the run to the next one, as a killed one does.
    if (watch.signal.aborted) return undefined
    if (cause instanceof SealBroken) return { state: 'failed', failure: 'secret_unreadable' }
    ctx.log.warn({ event: 'backup.interrupted', err: cause, run: run.id }, 'a run was interrupted')
    const isOffline = cause instanceof Refused && cause.code === 'machine_offline'
    return { state: 'failed', failure: isOffline ? 'machine_offline' : 'interrupted' }
  }
}

/** A program that failed in an instance that is to stop was killed with it. */
async function asInterrupted(ctx: BackupsCtx, { id }: RunInstance, end: RunEnd): Promise<RunEnd> {
  if (end.state !== 'failed') return end
  const instance = await findInstance(ctx.db, id)
  const isUp = instance?.desired === 'running' && instance.state === 'running'
  return isUp ? end : { ...end, failure: 'interrupted' }
}

async function work(
  ctx: BackupsCtx,
  { plan, run, instance, watch }: Omit<Executing, 'lease' | 'signal'> & { watch: RunWatch },
): Promise<RunEnd> {
  const isOurs = plan.destination.kind === 'gridloom'
  const of = { accountId: plan.account_id, kind: 'backups' } as const
  if (isOurs && run.kind === 'backup' && (await findStorage(ctx.db, of))?.kept_until)
    return { state: 'failed', failure: 'storage_unpaid' }
  const secrets = secretsOf(await ctx.backupSecrets.open(plan.sealed, plan.id))
  const place = {
    instance,
    repository: isOurs
      ? openRepository(ctx, { accountId: plan.account_id, planId: plan.id, run: watch })
      : undefined,
  }
  const writes = run.kind === 'restore'
  const folder = await findFolder(ctx.db, plan, { instanceId: instance.id, writes })
  const all = { plan, run, secrets, place, folder, watch }
  return run.restore === null ? backUp(ctx, all) : restore(ctx, { ...all, wanted: run.restore })
}

/** Named cast: {@link createBackupPlan} sealed it. */
function secretsOf(text: string): BackupSecrets {
  return JSON.parse(text) as BackupSecrets
}
