import type { RenderingCtx } from '../ctx.ts'
import type { ArrivedPicture, DeliveryOutcome } from '../dispatch/arrived-picture.ts'
import { receiveCheck } from './receive-check.ts'
import { receiveFrame } from './receive-frame.ts'

/**
 * Looks at a picture (of a chunk of frames, a check or a merge) and settles what it makes of its frame: accepted and
 * paid, to be compared first, or back to be rendered elsewhere. The same picture may come any number of times: what it
 * changes is decided under the lock of its job, by whose chunk the frame still is.
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
