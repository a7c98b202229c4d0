import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import { pixelsOf } from '@gridloom/domain/rendering/frame-parts'
import type { RenderingCtx } from '../ctx.ts'
import { fileKeys } from '../file-keys.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { addToJob, lockJob, readJobRow } from '../frames/jobs-store.ts'
import { moveFrame } from '../frames/moves-store.ts'
import { publishFrames, publishJob } from '../frames/publish-job.ts'
import { type ExaminedPicture, NotAPicture } from '../pictures/pictures.ts'
import type { FrameRow, JobRow } from '../schema.ts'
import { finishFrame } from './accept-part.ts'
import { listParts, lockPart } from './frame-parts-store.ts'
import { keepPicture } from './inspect-picture.ts'
import { readPictureFile } from './read-file.ts'

/**
 * Stitches the tiles of a frame if all of them are done. Sample ranges are merged by a machine; a frame that is already
 * done stays unchanged.
 */
export async function assembleFrame(
  ctx: RenderingCtx,
  { job_id, number }: { job_id: RenderJobId; number: number },
): Promise<void> {
  const job = await readJobRow(ctx.db, job_id)
  if (job?.settings.split.kind !== 'tiles') return
  const parts = await listParts(ctx.db, { job_id, number })
  if (parts.length === 0 || parts.some(({ state }) => state !== 'done')) return
  const whole = await stitched(ctx, job, parts)
  const framePart = { job_id, number, part: 0 }
  const kept = 'problem' in whole ? undefined : await keepPicture(ctx, framePart, whole)
  await ctx.transact(async (tx) => {
    const locked = await lockJob(tx, job_id)
    const frame = await lockPart(tx, framePart)
    if (frame?.state !== 'assembling') return
    const changed_at = ctx.clock.now()
    if (kept === undefined) {
      const problem = 'problem' in whole ? JSON.stringify(whole.problem) : null
      await moveFrame(tx, framePart, 'failed', { problem, changed_at })
      const counted = await addToJob(tx, job_id, { failed: 1 })
      await publishFrames(tx, counted, [number])
      await publishJob(tx, counted)
      await finishJobIfDone(ctx, tx, counted)
      return
    }
    const sums = {
      render_ms: sumOf(parts, 'render_ms'),
      reference_ms: sumOf(parts, 'reference_ms'),
    }
    const checked = parts.every((part) => part.checked === 'by_machine') ? 'by_machine' : 'by_form'
    await moveFrame(tx, framePart, 'done', { ...kept, ...sums, checked, changed_at })
    await finishFrame(ctx, tx, { job: locked, number })
  })
}

/** Each tile was inspected when it arrived, so a failure here is the server's own. */
async function stitched(
  ctx: RenderingCtx,
  job: JobRow,
  parts: readonly FrameRow[],
): Promise<ExaminedPicture | { problem: RenderProblem }> {
  const { format } = job.settings
  const tiles = []
  for (const { number, part, sha256, extent } of parts) {
    if (extent === null || extent.region === null || sha256 === null)
      throw new RangeError(`part ${part} of frame ${number} of ${job.id} has no region or picture`)
    const key = fileKeys.picture(job.id, { number, part, sha256 })
    tiles.push({ region: extent.region, bytes: await readPictureFile(ctx, key) })
  }
  try {
    const bytes = await ctx.pictures.stitch(
      { ...pixelsOf(job.settings), format, tiles },
      ctx.signal,
    )
    return await ctx.pictures.examine({ bytes, format }, ctx.signal)
  } catch (error) {
    if (!(error instanceof NotAPicture)) throw error
    ctx.log.error(
      { event: 'frame.assembly_failed', err: error, job: job.id },
      'tiles could not be put together',
    )
    return { problem: { code: 'merge_failed', text: error.message } }
  }
}

function sumOf(parts: readonly FrameRow[], name: 'render_ms' | 'reference_ms'): number {
  return parts.reduce((sum, part) => sum + (part[name] ?? 0), 0)
}
