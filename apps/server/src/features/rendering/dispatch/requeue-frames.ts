import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import { type FinishCtx, finishJobIfDone } from '../frames/finish-job.ts'
import { addToJob, lockJob } from '../frames/jobs-store.ts'
import { settleCommitted } from '../frames/money.ts'
import { publishFrames, publishJob, publishWork } from '../frames/publish-job.ts'
import type { ChunkRow } from '../schema.ts'
import {
  failWholes,
  type PartName,
  type ReturnableState,
  readOpen,
  returnParts,
} from './requeue-store.ts'

export interface RequeueInput {
  chunk: ChunkRow
  /** The parts to return; defaults to all that the chunk still has. */
  parts?: readonly PartName[]
  /** Defaults to `rendering`; also `checking`, when a comparison failed. */
  from?: readonly ReturnableState[]
  /** `machine`: it failed at the frames, and does not get them again. `nobody`: the frames were not rendered. */
  failedBy: 'machine' | 'nobody'
  problem: RenderProblem | null
}

/**
 * Returns frames of a chunk to the queue. A frame at which a third machine failed is given up, and the last such frame
 * ends the job. The frames' expected cost is free again. Frames that are no longer the chunk's stay unchanged, so that
 * repeating the call is safe. Returns how many were requeued.
 */
export async function requeueFrames(
  ctx: FinishCtx,
  tx: Tx,
  requeue: RequeueInput,
): Promise<number> {
  const { chunk, parts, from = ['rendering'], failedBy, problem } = requeue
  if (chunk.job_id === null) return 0
  const at = ctx.clock.now()
  const job = await lockJob(tx, chunk.job_id)
  const { perPart } = await readOpen(tx, chunk.id)
  const returned = await returnParts(tx, {
    chunkId: chunk.id,
    ...(parts === undefined ? {} : { parts }),
    from,
    ...(failedBy === 'machine' ? { failedBy: chunk.machine_id } : {}),
    problem,
    at,
  })
  if (returned.length === 0) return 0
  await settleCommitted(tx, chunk, perPart * returned.length)
  const numbers = [...new Set(returned.map(({ number }) => number))]
  await publishFrames(tx, job, numbers)
  const failed = returned.filter(({ state }) => state === 'failed')
  if (failed.length < returned.length) await publishWork(tx)
  if (failed.length === 0) return returned.length
  const wholes = failed.filter(({ part }) => part === 0).length
  const broken = failed.filter(({ part }) => part > 0).map(({ number }) => number)
  const fallen = await failWholes(tx, { jobId: job.id, numbers: broken, problem, at })
  const counted = await addToJob(tx, job.id, { failed: wholes + fallen.length })
  await publishJob(tx, counted)
  await finishJobIfDone(ctx, tx, counted)
  return returned.length
}
