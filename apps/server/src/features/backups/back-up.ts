import type { BackupsCtx } from './ctx.ts'
import { listPoints } from './plans-store.ts'
import {
  backupWords,
  below,
  demandPaths,
  enter,
  forgetWords,
  volumeBackupWords,
} from './restic/commands.ts'
import type { ResticEnd } from './restic/run-restic.ts'
import { failed, messageOf, prepareRepository, resticOf } from './restic-of-run.ts'
import type { RunWork } from './run-work.ts'
import { hasFailedSince } from './runs-store.ts'
import type { BackupPointRow } from './schema.ts'
import type { RunEnd } from './settle-run.ts'

/**
 * Backs up the paths of a plan, then deletes the recovery points that it does not keep. A clean-up that fails is no failure
 * of the backup: the next one does it.
 */
export async function backUp(ctx: BackupsCtx, work: RunWork): Promise<RunEnd> {
  const { plan, folder } = work
  if (folder === undefined) return { state: 'failed', failure: 'volume_not_attached' }
  const unprepared = await prepareRepository(ctx, work)
  if (unprepared !== undefined) return unprepared
  const before = demandPaths(plan.paths.map((path) => below(folder, path)))
  const made = await resticOf(ctx, work, {
    ...(plan.volume_id === null
      ? { words: backupWords(plan), before }
      : { words: volumeBackupWords(plan, folder), before: `${before}\n${enter(folder)}` }),
  })
  const failure = failed(made)
  if (failure !== undefined) return failure
  const cleaned = await resticOf(ctx, work, {
    words: forgetWords(plan.id, plan.retention),
    mode: 'prune',
  })
  // `forget` prunes only where it forgets something, and what a killed backup stored is referred to by nothing.
  const isDue = plan.prune_due || (await hasFailedSince(ctx.db, plan.id, plan.last_success_at))
  const pruned = isDue && (await resticOf(ctx, work, { words: ['prune'], mode: 'prune' }))
  return {
    state: 'succeeded',
    failure: null,
    message: made.exitCode === 0 ? null : messageOf(made),
    facts: factsOf(work, made),
    ...(pruned && pruned.exitCode === 0 && { prune: 'done' }),
    points: await pointsAfter(ctx, work, { made, cleaned }),
  }
}

function factsOf({ place }: RunWork, { summary, traffic }: ResticEnd): RunEnd['facts'] {
  return {
    percent: 100,
    files: summary?.total_files_processed ?? null,
    bytes: summary?.total_bytes_processed ?? null,
    transferred_bytes:
      place.repository === undefined ? (summary?.data_added ?? 0) : traffic.writtenBytes,
    point_id: summary?.snapshot_id ?? null,
  }
}

/** The recovery points as restic lists them; where the clean-up failed, those of before and the new one. */
async function pointsAfter(
  ctx: BackupsCtx,
  { plan, run }: RunWork,
  { made: { summary }, cleaned }: { made: ResticEnd; cleaned: ResticEnd },
): Promise<BackupPointRow[] | undefined> {
  if (summary === undefined) return undefined
  const {
    snapshot_id: newest,
    total_files_processed: files,
    total_bytes_processed: bytes,
  } = summary
  const factsOf = (id: string) =>
    id.startsWith(newest) ? { files, bytes } : { files: null, bytes: null }
  if (cleaned.exitCode === 0 && cleaned.points !== undefined)
    return cleaned.points.map(({ id, at }) => ({ plan_id: plan.id, id, at, ...factsOf(id) }))
  ctx.log.warn(
    { event: 'backup.cleanup_failed', run: run.id, said: messageOf(cleaned) },
    'recovery points were not cleaned up',
  )
  const point = { plan_id: plan.id, id: newest, at: ctx.clock.now(), files, bytes }
  return [...(await listPoints(ctx.db, plan.id)), point]
}
