import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import { readFrameList } from '@gridloom/domain/rendering/frame-list'
import type { Ctx } from '../../../platform/ctx.ts'
import { listFramesFrom, listTestNumbers, readStateCodes } from '../frames/frames-store.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { type FrameRun, runsOf } from './frame-runs.ts'
import { frameView } from './frame-view.ts'

interface FrameRange {
  from: number
  limit: number
  state?: FrameState | undefined
}

/** Lists frames of the caller's job in order of their number, starting at one. @throws Refused `not_found` */
export async function listFrames(
  ctx: Ctx,
  id: RenderJobId,
  { from, limit, state }: FrameRange,
): Promise<RenderFrame[]> {
  await ownedJob(ctx, id)
  const rows = await listFramesFrom(ctx.db, { jobId: id, from: asInteger(from), limit, state })
  return rows.map(frameView)
}

/** Returns all frames as runs of equal state, in order of number. @throws Refused `not_found` */
export async function readOverview(ctx: Ctx, id: RenderJobId): Promise<FrameRun[]> {
  const job = await ownedJob(ctx, id)
  // A started job has exactly the frames of its list, so their numbers need not be read.
  const { frames } = readFrameList(job.settings.frames, job.settings.step)
  const numbers =
    job.started_at === null || frames === null ? await listTestNumbers(ctx.db, id) : frames
  return runsOf(numbers, await readStateCodes(ctx.db, id))
}

/** Limits the number to the range of the column; frame numbers have at most seven digits. */
function asInteger(from: number): number {
  return Math.max(-2_000_000_000, Math.min(2_000_000_000, from))
}
