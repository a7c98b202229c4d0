import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { finishJobIfDone } from '../frames/finish-job.ts'
import { addToJob, updateJob } from '../frames/jobs-store.ts'
import { chargeFrame } from '../frames/money.ts'
import { moveFrame } from '../frames/moves-store.ts'
import { publishFrames, publishJob, publishWork } from '../frames/publish-job.ts'
import type { ChunkRow, FrameRow, JobRow } from '../schema.ts'
import { adjustTrust } from './adjust-trust.ts'
import { countPictures, type Producer, readProducer } from './frame-parts-store.ts'

export interface AcceptedPart {
  job: JobRow
  /** The frame or part before the change, locked. */
  frame: FrameRow
  /** The chunk in which it was rendered. */
  chunk: ChunkRow
  producer: Producer
  renderMs: number
  checked: RenderFrame['checked']
  /** `platform`: the earlier picture was paid and is proven wrong (docs/decisions/0062). */
  payer: 'renter' | 'platform'
}

/**
 * Accepts a picture: pays its machine, and completes the frame if the picture is all of it. Machines that sent a
 * malformed file for it lose trust. The job is locked, and the frame row has its picture.
 */
export async function acceptPart(ctx: RenderingCtx, tx: Tx, accepted: AcceptedPart): Promise<void> {
  const { job, frame, chunk, producer, renderMs, checked, payer } = accepted
  await chargeFrame(ctx, tx, {
    job,
    frame,
    chunk,
    renderMs,
    machineName: producer.name,
    providerAccountId: producer.account_id,
    payer,
  })
  await countPictures(tx, producer.machine_id, { paid: 1 })
  await moveFrame(tx, frame, 'done', {
    checked,
    held_micro_usd: 0,
    problem: null,
    rejected: null,
    malformed_by: [],
    changed_at: ctx.clock.now(),
  })
  await blameMalformed(ctx, tx, frame)
  if (frame.part === 0) return finishFrame(ctx, tx, { job, number: frame.number })
  await publishFrames(tx, job, [frame.number])
  // If this was the last of its sample ranges, a machine can now merge them.
  await publishWork(tx)
}

async function blameMalformed(ctx: RenderingCtx, tx: Tx, frame: FrameRow): Promise<void> {
  const occasion = `${frame.job_id}:${frame.number}:${frame.part}`
  for (const id of frame.malformed_by) {
    const machine = await readProducer(tx.db, id)
    if (machine !== undefined) await adjustTrust(ctx, tx, { machine, event: 'malformed', occasion })
  }
}

/** Completes a frame: counts and publishes it, and ends the job with the last one. */
export async function finishFrame(
  ctx: RenderingCtx,
  tx: Tx,
  { job, number }: { job: JobRow; number: number },
): Promise<void> {
  const counted = await addToJob(tx, job.id, { done: 1 })
  if (counted.thumbnail_frame === null) await updateJob(tx, job.id, { thumbnail_frame: number })
  await publishFrames(tx, job, [number])
  await publishJob(tx, counted)
  await finishJobIfDone(ctx, tx, counted)
}
