import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import { RenderChunkId, type RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { RenderChunk } from '@gridloom/contract/rendering/chunk'
import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import { listFramesNamed } from '../frames/frames-store.ts'
import { ownedJob } from '../frames/owned-job.ts'
import { frameView } from './frame-view.ts'
import { showChunk } from './list-chunks.ts'
import { readJob } from './read-job.ts'
import { type JobUpdate, updatesOf } from './watch-changes.ts'

type JobEvent = EventOf<typeof api.rendering.follow>
type FollowCtx = Pick<RenderingCtx, 'changes'> & Parameters<typeof readJob>[0]

/**
 * Streams the caller's job, its frames and its chunks as they change, beginning with the current state. Frames are
 * batched, at most four times a second. The stream ends with the session, and when the job is deleted. @throws Refused
 * `not_found`
 */
export async function followJob(ctx: FollowCtx, id: RenderJobId): Promise<AsyncIterable<JobEvent>> {
  await ownedJob(ctx, id)
  // Subscribed here, so that no change is lost between the first state and the first event.
  return eventsOf(ctx, id, updatesOf(ctx, id))
}

/** While only percentages change, the job itself is read at most this often. */
const quietMs = 2_000

async function* eventsOf(
  ctx: FollowCtx,
  id: RenderJobId,
  news: AsyncIterable<JobUpdate>,
): AsyncIterable<JobEvent> {
  try {
    let readAtMs = ctx.clock.monotonicMs()
    yield { event: 'job', data: await readJob(ctx, id) }
    for await (const some of news) {
      const frames = await changedFrames(ctx, id, some)
      if (frames.length > 0) yield { event: 'frames', data: frames }
      const chunks = await changedChunks(ctx, id, some)
      for (const chunk of chunks) yield { event: 'chunk', data: chunk }
      const nowMs = ctx.clock.monotonicMs()
      const isQuiet = !some.job && onlyPercentages(frames, chunks)
      if (isQuiet && nowMs - readAtMs < quietMs) continue
      // The job's machines and counts are derived from its chunks and frames.
      readAtMs = nowMs
      yield { event: 'job', data: await readJob(ctx, id) }
    }
  } catch (error) {
    // @NOTE the job was deleted: nothing more can change.
    if (!(error instanceof Refused && error.code === 'not_found')) throw error
  }
}

async function changedFrames(
  ctx: FollowCtx,
  id: RenderJobId,
  { frames }: JobUpdate,
): Promise<RenderFrame[]> {
  if (frames.length === 0) return []
  const rows = await listFramesNamed(ctx.db, id, frames.filter(Number.isSafeInteger))
  return rows.map(frameView)
}

async function changedChunks(
  ctx: FollowCtx,
  id: RenderJobId,
  { chunks }: JobUpdate,
): Promise<RenderChunk[]> {
  const shown: RenderChunk[] = []
  for (const text of chunks) {
    const chunk = RenderChunkId.safeParse(text)
    const view = chunk.success ? await showChunk(ctx, id, chunk.data) : undefined
    if (view !== undefined) shown.push(view)
  }
  return shown
}

function onlyPercentages(frames: readonly RenderFrame[], chunks: readonly RenderChunk[]): boolean {
  const move = frames.every(({ state, percent }) => state === 'rendering' && percent !== null)
  return frames.length > 0 && move && chunks.every(({ state }) => state === 'leased')
}
