import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedPicture, DeliveryOutcome } from '../dispatch/arrived-picture.ts'
import { receiveCheck } from './receive-check.ts'
import { receiveFrame } from './receive-frame.ts'

/**
 * Inspects a picture (of a chunk of frames, a check or a merge) and settles its frame: accepted and paid, to be
 * compared first, or requeued. The same picture may arrive any number of times: under the lock of its job, it only
 * changes a frame that is still its chunk's.
 */
export async function receivePicture(
  ctx: RenderingCtx,
  arrived: ArrivedPicture,
): Promise<DeliveryOutcome> {
  try {
    if (arrived.chunk.kind === 'check') return await receiveCheck(ctx, arrived)
    return await receiveFrame(ctx, arrived)
  } finally {
    await ctx.files.remove(arrived.key)
  }
}
