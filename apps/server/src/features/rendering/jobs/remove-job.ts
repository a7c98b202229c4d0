import type { RenderJobId } from '@gridloom/contract/core/ids'
import { isJobUnderWay } from '@gridloom/domain/rendering/job-states'
import type { Ctx } from '../../../platform/ctx.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { deleteFrames } from '../frames/frames-store.ts'
import { listToDelete, updateJob } from '../frames/jobs-store.ts'
import { conflictWith, lockOwnedJob } from '../frames/owned-job.ts'
import { publishJob } from '../frames/publish-job.ts'

/**
 * Deletes a job that is not running, with all its pictures. Its row stays, hidden, because money records refer to it.
 * @throws Refused `not_found`, `state_conflict`
 */
export async function removeJob(ctx: RenderingCtx, id: RenderJobId): Promise<void> {
  await ctx.transact(async (tx) => {
    const row = await lockOwnedJob(ctx, tx, id)
    if (isJobUnderWay(row.state)) throw conflictWith(row)
    await deleteFrames(tx, id)
    await updateJob(tx, id, { removed_at: ctx.clock.now() })
    await publishJob(tx, row)
  })
  await deleteFiles(ctx, id)
}

/** Deletes the files of jobs that were deleted while the file store was unavailable. */
export async function sweepRemovedJobs(ctx: Ctx & { readonly files: Files }): Promise<void> {
  for (const { id } of await listToDelete(ctx.db)) await deleteFiles(ctx, id)
}

async function deleteFiles(
  ctx: Pick<Ctx, 'clock' | 'log' | 'transact'> & { readonly files: Files },
  id: RenderJobId,
): Promise<void> {
  try {
    await ctx.files.removeAll(fileKeys.job(id))
    await ctx.transact(async (tx) => {
      await updateJob(tx, id, { files_gone_at: ctx.clock.now() })
    })
  } catch (error) {
    // @NOTE the job is deleted all the same; the sweep retries its files.
    ctx.log.warn(
      { event: 'job.file_deletion_failed', err: error, job: id },
      'the files of a deleted job could not be deleted yet',
    )
  }
}
