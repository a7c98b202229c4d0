import { sessionVolumeFolder } from '@gridloom/contract/agent/volumes-calls'
import type { BackupFailure } from '@gridloom/contract/backups/backup'
import { Refused } from '@gridloom/contract/errors'
import { SealBroken } from '../../platform/secret-sealer.ts'
import { findInstance } from '../instances/index.ts'
import { findStorage } from '../storage/index.ts'
import { findUsable } from '../volumes/index.ts'
import { backUp } from './back-up.ts'
import { type BackupsCtx, secretsOf } from './ctx.ts'
import { findFolder } from './find-source.ts'
import { findPlan } from './plans-store.ts'
import { openRepository } from './repository/repository.ts'
import { restore } from './restore.ts'
import type { RunSite } from './run-site.ts'
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
  { id, site, signal }: { id: BackupRunRow['id']; site: RunSite; signal: AbortSignal },
): Promise<void> {
  const lease = ctx.ids.secret()
  const now = ctx.clock.now()
  const run = await ctx.transact((tx) => claimRun(tx, { id, lease, now, site }))
  if (run === undefined) return
  const plan = await findPlan(ctx.db, run.plan_id)
  if (plan === undefined) return
  const end = await endOf(ctx, { plan, run, site, lease, signal })
  if (end === undefined) return
  await settleRun(ctx, run, { ...end, lease })
}

interface Executing {
  plan: BackupPlanRow
  run: BackupRunRow
  site: RunSite
  lease: string
  signal: AbortSignal
}

/** Returns how a run ended; `undefined` where it is not ours to say. */
async function endOf(
  ctx: BackupsCtx,
  { plan, run, site, lease, signal }: Executing,
): Promise<RunEnd | undefined> {
  await using watch = watchRun(ctx, { run, lease, signal })
  // It is in use: no rule stops an idle instance meanwhile.
  using _connection = site.kind === 'instance' ? ctx.connections.open(site.id) : undefined
  try {
    return await asInterrupted(ctx, site, await work(ctx, { plan, run, site, watch }))
  } catch (cause) {
    if (watch.isOverdue()) return { state: 'failed', failure: 'timed_out' }
    // A server that stops leaves the run to the next one, as a killed one does.
    if (watch.signal.aborted) return undefined
    if (cause instanceof SealBroken) return { state: 'failed', failure: 'secret_unreadable' }
    ctx.log.warn({ event: 'backup.interrupted', err: cause, run: run.id }, 'a run was interrupted')
    const failure = await asUnavailable(ctx, site, failureBy(cause, site))
    return { state: 'failed', failure, message: saidBy(cause) }
  }
}

function failureBy(cause: unknown, { kind }: RunSite): BackupFailure {
  const code = cause instanceof Refused ? cause.code : undefined
  if (code === 'machine_offline') return 'machine_offline'
  return kind === 'volume' && code === 'not_found' ? 'volume_unavailable' : 'interrupted'
}

/** What the machine answered, for the user. */
function saidBy(cause: unknown): string | null {
  const said = cause instanceof Refused ? cause.details.said : undefined
  return typeof said === 'string' ? said : null
}

/** Why a run on a volume failed: a volume that is deleted ends its sessions. */
async function asUnavailable(
  ctx: BackupsCtx,
  site: RunSite,
  failure: BackupFailure | null,
): Promise<BackupFailure | null> {
  if (site.kind === 'instance' || (await findUsable(ctx.db, site.id)) !== undefined) return failure
  return 'volume_unavailable'
}

/** A program that failed in an instance that is to stop was killed with it. */
async function asInterrupted(ctx: BackupsCtx, site: RunSite, end: RunEnd): Promise<RunEnd> {
  if (end.state !== 'failed') return end
  if (site.kind === 'volume')
    return { ...end, failure: await asUnavailable(ctx, site, end.failure) }
  const { id } = site
  const instance = await findInstance(ctx.db, id)
  const isUp = instance?.desired === 'running' && instance.state === 'running'
  return isUp ? end : { ...end, failure: 'interrupted' }
}

async function work(
  ctx: BackupsCtx,
  { plan, run, site, watch }: Omit<Executing, 'lease' | 'signal'> & { watch: RunWatch },
): Promise<RunEnd> {
  const isOurs = plan.destination.kind === 'gridloom'
  const of = { accountId: plan.account_id, kind: 'backups' } as const
  if (isOurs && run.kind === 'backup' && (await findStorage(ctx.db, of))?.kept_until)
    return { state: 'failed', failure: 'storage_unpaid' }
  const secrets = secretsOf(await ctx.backupSecrets.open(plan.sealed, plan.id))
  const place = {
    site,
    repository: isOurs
      ? openRepository(ctx, { accountId: plan.account_id, planId: plan.id, run: watch })
      : undefined,
  }
  const writes = run.kind === 'restore'
  const folder =
    site.kind === 'volume'
      ? sessionVolumeFolder
      : await findFolder(ctx.db, plan, { instanceId: site.id, writes })
  const all = { plan, run, secrets, place, folder, watch }
  return run.restore === null ? backUp(ctx, all) : restore(ctx, { ...all, wanted: run.restore })
}
