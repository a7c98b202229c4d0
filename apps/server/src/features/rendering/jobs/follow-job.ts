import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/endpoint'
import { Refused } from '@gridloom/contract/errors'
import { RenderChunkId, type RenderJobId } from '@gridloom/contract/ids'
import type { RenderingCtx } from '../ctx.ts'
import { frameView } from './frame-view.ts'
import { listFramesNamed } from './frames-store.ts'
import { showChunk } from './list-chunks.ts'
import { ownedJob } from './owned-job.ts'
import { readJob } from './read-job.ts'
import { type JobNews, newsOf } from './watch-changes.ts'

type JobEvent = EventOf<typeof api.rendering.follow>
type FollowCtx = Pick<RenderingCtx, 'changes'> & Parameters<typeof readJob>[0]

/**
 * The caller's job, its frames and its chunks as they change, from how the job stands now on. Frames come together, at
 * most four times a second. It ends with the session, and when the job is deleted. @throws Refused `not_found`
 */
export async function followJob(ctx: FollowCtx, id: RenderJobId): Promise<AsyncIterable<JobEvent>> {
  await ownedJob(ctx, id)
  // Heard from here on, so that nothing falls between what is sent first and what comes.
  return eventsOf(ctx, id, newsOf(ctx, id))
}

async function* eventsOf(
  ctx: FollowCtx,
  id: RenderJobId,
  news: AsyncIterable<JobNews>,
): AsyncIterable<JobEvent> {
  try {
    yield { event: 'job', data: await readJob(ctx, id) }
    for await (const some of news) yield* readNews(ctx, id, some)
  } catch (error) {
    // @NOTE the job was deleted: there is nothing more to tell.
    if (!(error instanceof Refused && error.code === 'not_found')) throw error
  }
}

async function* readNews(
  ctx: FollowCtx,
  id: RenderJobId,
  { frames, chunks }: JobNews,
): AsyncIterable<JobEvent> {
  if (frames.length > 0) {
    const rows = await listFramesNamed(ctx.db, id, frames.filter(Number.isSafeInteger))
    if (rows.length > 0) yield { event: 'frames', data: rows.map(frameView) }
  }
  for (const text of chunks) {
    const chunk = RenderChunkId.safeParse(text)
    const shown = chunk.success ? await showChunk(ctx, id, chunk.data) : undefined
    if (shown !== undefined) yield { event: 'chunk', data: shown }
  }
  // Machines and counts of the job follow from its chunks and frames.
  yield { event: 'job', data: await readJob(ctx, id) }
}
