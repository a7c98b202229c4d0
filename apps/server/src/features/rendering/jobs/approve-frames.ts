import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderingCtx } from '../ctx.ts'
import { approveDone, type HeldFrame, listHeldFrames } from '../frames/frames-store.ts'
import { lockOwnedJob, ownedJob } from '../frames/owned-job.ts'
import { publishFrames, publishJob } from '../frames/publish-job.ts'
import { acceptHeld } from '../review/accept-held.ts'
import { priceChanged } from './price-changed.ts'
import { showJob } from './show-jobs.ts'

interface Approved {
  frames: readonly number[]
  /** The total price of the held frames, as shown to the caller. */
  held_micro_usd: MicroUsd
}

/** The most held frames that are paid in one transaction, which limits how long the job is locked. */
const paidAtOnce = 20

/**
 * Approves frames. Held ones are accepted by that: they are paid, and can be downloaded. Frames that are neither done
 * nor held are skipped; so is a held frame whose picture has changed by then, so that the caller never pays more than
 * the price they saw. @throws Refused `not_found`, `price_changed`
 */
export async function approveFrames(
  ctx: RenderingCtx,
  id: RenderJobId,
  { frames, held_micro_usd: shown }: Approved,
): Promise<RenderJob> {
  await ownedJob(ctx, id)
  const held = await listHeldFrames(ctx.db, id, frames)
  const now = held.reduce((sum, frame) => sum + frame.held_micro_usd, 0)
  // If none is held, there is nothing to pay: this is a repetition, and they were paid already.
  if (held.length > 0 && now !== shown)
    throw priceChanged({ what: 'Accepting these frames costs', shown, now })
  for (let at = 0; at < held.length; at += paidAtOnce)
    await acceptSome(ctx, id, held.slice(at, at + paidAtOnce))
  const row = await ctx.transact(async (tx) => {
    const job = await lockOwnedJob(ctx, tx, id)
    const numbers = await approveDone(tx, { jobId: id, numbers: frames, at: ctx.clock.now() })
    await publishFrames(tx, job, numbers)
    await publishJob(tx, job)
    return job
  })
  return showJob(ctx, row)
}

function acceptSome(
  ctx: RenderingCtx,
  id: RenderJobId,
  frames: readonly HeldFrame[],
): Promise<void> {
  return ctx.transact(async (tx) => {
    await lockOwnedJob(ctx, tx, id)
    for (const seen of frames) await acceptHeld(ctx, tx, { job_id: id, part: 0, ...seen })
  })
}
