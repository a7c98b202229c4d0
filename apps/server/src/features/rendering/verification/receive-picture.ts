import type { RenderPiece } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkRow } from '../schema.ts'
import { receiveCheck } from './receive-check.ts'
import { receiveFrame } from './receive-frame.ts'

/** A picture that a machine made, as it lies in the store of files. */
export interface ArrivedPicture {
  /** The chunk with the lease token under which the report came. */
  chunk: ChunkRow
  piece: RenderPiece
  /** Under `fileKeys.arrived`; deleted once the picture was looked at. */
  key: string
  /** The smaller of what the machine says and what our own clock saw. */
  renderMs: number
}

/**
 * `not_ours`: the frame was given to another machine meanwhile, or the job has ended. A picture that was sent back is
 * rendered elsewhere, for this reason.
 */
export type Received = 'taken' | 'not_ours' | { sentBack: RenderProblem }

/**
 * Looks at a picture (of a chunk of frames, a check or a merge) and settles what it makes of its frame: accepted and
 * paid, to be compared first, or back to be rendered elsewhere. The same picture may come any number of times: what it
 * changes is decided under the lock of its job, by whose chunk the frame still is.
 */
export async function receivePicture(
  ctx: RenderingCtx,
  arrived: ArrivedPicture,
): Promise<Received> {
  try {
    if (arrived.chunk.kind === 'check') return await receiveCheck(ctx, arrived)
    return await receiveFrame(ctx, arrived)
  } finally {
    await ctx.files.remove(arrived.key)
  }
}
