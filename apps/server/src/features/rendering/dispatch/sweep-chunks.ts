import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkRow } from '../schema.ts'
import { noProgressS } from './chunk-limits.ts'
import {
  type ChunkOfJob,
  listExpired,
  listRentedOut,
  listStuck,
  listUnwanted,
} from './chunks-store.ts'
import { closeChunk } from './close-chunk.ts'
import { endNow, notifyStop } from './stop-chunk.ts'

/** The machine itself gives up a part after `noProgressS`; if it has not by then, it is stuck. */
const stuckAfterS = noProgressS + 120

/**
 * Takes back chunks that will not end by themselves: their machine is offline, stuck or rented out, or their job is not
 * being rendered right now. Every replica does this; a chunk that another one closed is passed over.
 */
export async function sweepChunks(ctx: RenderingCtx): Promise<void> {
  const now = ctx.clock.now()
  await each(ctx, await listExpired(ctx.db, now), (chunk) => loseSilent(ctx, chunk, now))
  await each(ctx, await listRentedOut(ctx.db), (chunk) => endNow(ctx, chunk, rentedOut))
  const before = new Date(now.getTime() - stuckAfterS * 1_000)
  await each(ctx, await listStuck(ctx.db, before), (chunk) => failStuck(ctx, chunk))
  await each(ctx, await listUnwanted(ctx.db), (chunk) => stopUnwanted(ctx, chunk))
}

const rentedOut: RenderProblem = {
  code: 'rented_out',
  text: 'The machine was rented, and rentals have priority. The frames did not fail.',
}
const left: RenderProblem = {
  code: 'machine_left',
  text: 'The machine went offline. Another machine renders its frames.',
}
const stuck: RenderProblem = {
  code: 'no_progress',
  text: `There was no progress on the frame for ${Math.round(stuckAfterS / 60)} minutes.`,
}

async function loseSilent(ctx: RenderingCtx, chunk: ChunkRow, now: Date): Promise<void> {
  const silent = {
    chunk,
    state: 'lost',
    problem: left,
    failedBy: 'nobody',
    leaseRanOutBy: now,
  } as const
  if (await closeChunk(ctx, silent)) await notifyStop(ctx, chunk, 'now')
}

/** Ends a stuck chunk. Its current frame counts as failed; if none was begun, the machine failed at the whole chunk. */
async function failStuck(ctx: RenderingCtx, chunk: ChunkRow): Promise<void> {
  const frame = chunk.activity?.frame ?? null
  const parts = chunk.spec.work.kind === 'render' ? chunk.spec.work.pieces : []
  const tried = parts
    .filter((part) => part.frame === frame)
    .map(({ key }) => ({ number: Number(key.split('.')[0]), part: Number(key.split('.')[1] ?? 0) }))
  const closing = { chunk, state: 'failed', problem: stuck, failedBy: 'machine' } as const
  const closed = await closeChunk(ctx, frame === null ? closing : { ...closing, tried })
  if (closed) await notifyStop(ctx, chunk, 'now')
}

/** Stops an unwanted chunk: a paused job's current frames are finished; those of an ended job are not. */
async function stopUnwanted(ctx: RenderingCtx, chunk: ChunkOfJob): Promise<void> {
  if (chunk.job_state === 'paused') await notifyStop(ctx, chunk, 'after_piece')
  else await endNow(ctx, chunk, null)
}

async function each<T extends ChunkRow>(
  ctx: RenderingCtx,
  chunks: readonly T[],
  work: (chunk: T) => Promise<void>,
): Promise<void> {
  for (const chunk of chunks)
    await work(chunk).catch((error: unknown) =>
      // @NOTE the next sweep retries, and the other chunks must not wait for this one.
      ctx.log.error(
        { event: 'chunk.release_failed', err: error, chunk: chunk.id },
        'a chunk could not be taken back',
      ),
    )
}
