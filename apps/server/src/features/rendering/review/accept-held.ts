import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import { findChunk } from '../dispatch/chunks-store.ts'
import { lockJob } from '../frames/jobs-store.ts'
import type { ChunkRow, FrameRow } from '../schema.ts'
import { acceptPart } from './accept-part.ts'
import { type FramePart, lockPart, readProducer } from './frame-parts-store.ts'
import { sendBack } from './send-back.ts'

/** A held picture as shown to its owner, with its price. */
export type SeenHeld = FramePart & Pick<FrameRow, 'sha256' | 'held_micro_usd'>

/**
 * Pays for a held picture that its owner accepts. Does nothing if it is no longer held, or if its picture or price
 * differs from the one that its owner saw.
 */
export async function acceptHeld(ctx: RenderingCtx, tx: Tx, seen: SeenHeld): Promise<void> {
  const held = await lockHeld(tx, seen)
  const producer = held?.frame.machine_id
    ? await readProducer(tx.db, held.frame.machine_id)
    : undefined
  if (held === undefined || producer === undefined || !isSeen(held, seen)) return
  const { frame, chunk } = held
  await acceptPart(ctx, tx, {
    job: await lockJob(tx, seen.job_id),
    ...{ frame, chunk, producer },
    renderMs: frame.render_ms ?? 0,
    checked: 'by_owner',
    payer: 'renter',
  })
}

function isSeen({ frame }: Held, seen: SeenHeld): boolean {
  return frame.sha256 === seen.sha256 && frame.held_micro_usd === seen.held_micro_usd
}

const rejected: RenderProblem = {
  code: 'rejected_by_owner',
  text: 'You rejected the picture. Another machine renders it again. You were not charged for it.',
}

/** Requeues a held picture that its owner rejects; nothing was paid. Returns `false` if it is no longer held. */
export async function rejectHeld(ctx: RenderingCtx, tx: Tx, named: FramePart): Promise<boolean> {
  const held = await lockHeld(tx, named)
  if (held === undefined) return false
  return (await sendBack(ctx, tx, { chunk: held.chunk, parts: [named], problem: rejected })) > 0
}

interface Held {
  frame: FrameRow
  chunk: ChunkRow & { job_id: RenderJobId }
}

async function lockHeld(tx: Tx, named: FramePart): Promise<Held | undefined> {
  const frame = await lockPart(tx, named)
  if (frame?.state !== 'held' || frame.chunk_id === null) return undefined
  const chunk = await findChunk(tx.db, frame.chunk_id)
  if (chunk === undefined || chunk.job_id === null) return undefined
  return { frame, chunk: { ...chunk, job_id: chunk.job_id } }
}
