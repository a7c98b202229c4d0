import type { BackupRun } from '@gridloom/contract/backups/backup'
import type { BackupsCtx } from './ctx.ts'
import { below, refuseExisting, restoreWords } from './restic/commands.ts'
import { failed, prepareRepository, resticOf } from './restic-of-run.ts'
import type { RunWork } from './run-work.ts'
import type { RunEnd } from './settle-run.ts'

type Wanted = NonNullable<BackupRun['restore']>

/**
 * Restores a recovery point, or one path of it. Unless it may overwrite, it is refused where a file is already; files of a
 * restore that failed stay, and the run says so.
 */
export async function restore(
  ctx: BackupsCtx,
  { wanted, ...work }: RunWork & { wanted: Wanted },
): Promise<RunEnd> {
  const root = work.place.site.kind === 'volume' || wanted.target === '/' ? work.folder : '/'
  const target = root && below(root, wanted.target)
  if (target === undefined) return { state: 'failed', failure: 'volume_not_attached' }
  const unprepared = await prepareRepository(ctx, work)
  if (unprepared !== undefined) return unprepared
  const before =
    wanted.existing === 'refuse'
      ? refuseExisting(placesOf(wanted, { paths: work.plan.paths, target }))
      : ''
  const end = await resticOf(ctx, work, {
    words: restoreWords({ ...wanted, target }),
    before,
    ...{ mode: 'read', access: 'read_write' },
  })
  const failure = failed(end)
  if (failure !== undefined) return failure
  return {
    state: 'succeeded',
    failure: null,
    facts: { percent: 100, transferred_bytes: end.traffic.readBytes, point_id: wanted.point_id },
  }
}

/** Returns the paths that a restore writes to: below a folder that was chosen, or those of the backup. */
function placesOf(
  { target: chosen, include }: Pick<Wanted, 'target' | 'include'>,
  { paths, target }: { paths: readonly string[]; target: string },
): readonly string[] {
  if (chosen !== '/') return [target]
  return (include === null ? paths : [include]).map((path) => below(target, path))
}
