import type { BackupRun, NewRestore } from '@gridloom/contract/backups/backup'
import type { BackupPlanId, InstanceId, VolumeId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { accountOf, type Tx, userOf } from '../../platform/ctx.ts'
import { countOfDay } from '../accounts/index.ts'
import { lockQuota } from '../companies/index.ts'
import { instanceConflict, noSuchInstance, ownedInstance } from '../instances/index.ts'
import { findUsable, listAttachments, lockOwnedVolume, ownedVolume } from '../volumes/index.ts'
import { backupStoreQuota } from './backup-quotas.ts'
import { runView } from './backup-view.ts'
import type { BackupsCtx } from './ctx.ts'
import { type BackupSource, columnsOf, findFolder, findSource } from './find-source.ts'
import { lockOwnedPlan, ownedPlan } from './owned-plan.ts'
import { listPoints } from './plans-store.ts'
import { publishBackup } from './publish-backup.ts'
import { findOpenRun, insertRun } from './runs-store.ts'
import type { BackupPlanRow } from './schema.ts'

/**
 * Begins a backup now.
 * @throws Refused `not_found`, `state_conflict` unless the instance runs, `volume_detached`, `bucket_needs_instance`,
 * `backup_running`, `limit_reached`, `daily_limit_reached`
 */
export async function runBackup(ctx: BackupsCtx, id: BackupPlanId): Promise<BackupRun> {
  const plan = await ownedPlan(ctx, id)
  const source = await findSource(ctx.db, plan)
  if (source?.kind !== 'volume') await refuseUnready(ctx, plan, source)
  return begin(ctx, { id, kind: 'backup', place: columnsOf(source), restore: null })
}

async function refuseUnready(
  ctx: BackupsCtx,
  { volume_id, destination }: BackupPlanRow,
  source: Extract<BackupSource, { kind: 'instance' }> | undefined,
): Promise<void> {
  const instance = source?.instance
  if (instance?.state === 'running') return
  if (volume_id !== null) {
    const { state } = await ownedVolume(ctx, volume_id)
    if (state !== 'ready')
      throw new Refused('state_conflict', { details: { what: 'volume', state } })
    throw new Refused(destination.kind === 's3' ? 'bucket_needs_instance' : 'volume_detached')
  }
  throw instance === undefined ? noSuchInstance() : instanceConflict(instance)
}

/**
 * Begins to restore a recovery point into a running instance, or into a volume that no running instance has, for which an
 * API key needs a scope for volumes too, as an order of an instance with it does.
 * @throws Refused `not_found`, `scope_missing`, `state_conflict` unless the instance runs or the volume is ready, `volume_detached` where a
 * volume is to be restored to its place and the instance may not write to it, or its machine can't use one by itself,
 * `volume_attached`, `bucket_needs_instance`, `backup_running`, `limit_reached`, `daily_limit_reached`
 */
export async function restoreBackup(
  ctx: BackupsCtx,
  { id, instance_id, volume_id, ...restore }: NewRestore & { id: BackupPlanId },
): Promise<BackupRun> {
  const plan = await ownedPlan(ctx, id)
  const points = await listPoints(ctx.db, id)
  if (!points.some((point) => point.id === restore.point_id))
    throw new Refused('not_found', { details: { what: 'recovery point' } })
  const place =
    instance_id === undefined
      ? await volumeOf(ctx, plan, volume_id)
      : await instanceOf(ctx, plan, { instanceId: instance_id, target: restore.target })
  const check = (tx: Tx) => refuseAttached(ctx, tx, place.volume_id)
  return begin(ctx, { id, kind: 'restore', place, restore, check })
}

async function instanceOf(
  ctx: BackupsCtx,
  plan: BackupPlanRow,
  { instanceId, target }: { instanceId: InstanceId; target: string },
): Promise<RunPlace> {
  const instance = await ownedInstance(ctx, instanceId)
  if (instance.state !== 'running') throw instanceConflict(instance)
  const folder = await findFolder(ctx.db, plan, { instanceId: instance.id, writes: true })
  if (target === '/' && folder === undefined) throw new Refused('volume_detached')
  return columnsOf({ kind: 'instance', instance })
}

async function volumeOf(
  ctx: BackupsCtx,
  { destination }: BackupPlanRow,
  id: VolumeId | undefined,
): Promise<RunPlace> {
  if (id === undefined)
    throw new Refused('invalid_input', { fields: { instance_id: 'name an instance or a volume' } })
  const { via } = accountOf(ctx)
  if (via.kind === 'key' && !via.scopes.includes('volumes:write'))
    throw new Refused('scope_missing', { details: { scope: 'volumes:write' } })
  const { state, kept_until } = await ownedVolume(ctx, id)
  if (state !== 'ready' || kept_until !== null)
    throw new Refused('state_conflict', {
      details: { what: 'volume', state: state === 'ready' ? 'not paid' : state },
    })
  if (destination.kind === 's3') throw new Refused('bucket_needs_instance')
  const volume = await findUsable(ctx.db, id)
  if (volume === undefined) throw new Refused('volume_detached')
  return columnsOf({ kind: 'volume', volume })
}

/** Under the lock of the volume, which an order of an instance with it takes too: of both, one sees the other. */
async function refuseAttached(ctx: BackupsCtx, tx: Tx, id: VolumeId | null): Promise<void> {
  if (id === null) return
  const { name } = await lockOwnedVolume(ctx, tx, id)
  const attached = await listAttachments(tx.db, [id])
  const running = attached.find(({ desired }) => desired === 'running')
  if (running !== undefined)
    throw new Refused('volume_attached', { details: { name, instance: running.label } })
}

type RunPlace = ReturnType<typeof columnsOf>

interface Begin {
  id: BackupPlanId
  kind: BackupRun['kind']
  place: RunPlace
  restore: BackupRun['restore']
  check?: (tx: Tx) => Promise<void>
}

async function begin(
  ctx: BackupsCtx,
  { id, kind, place, restore, check }: Begin,
): Promise<BackupRun> {
  const row = await ctx.transact(async (tx) => {
    await check?.(tx)
    const plan = await lockOwnedPlan(ctx, tx, id)
    if ((await findOpenRun(tx.db, id)) !== undefined) throw new Refused('backup_running')
    if (kind === 'backup' && plan.destination.kind === 'gridloom')
      await lockQuota(tx, plan.account_id, backupStoreQuota)
    await countOfDay(ctx, tx, 'backup runs')
    await publishBackup(tx, plan)
    return insertRun(tx, {
      ...{ id: ctx.ids.mint('backupRun'), plan_id: id, account_id: plan.account_id, kind },
      created_by: userOf(ctx),
      trigger: 'manual',
      state: 'queued',
      ...place,
      restore: restore === null ? null : JSON.stringify(restore),
      created_at: ctx.clock.now(),
    })
  })
  return runView(row)
}
