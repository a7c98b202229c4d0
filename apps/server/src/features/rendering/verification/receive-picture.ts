import type { RenderPiece } from '@gridloom/contract/agent/rendering'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkRow } from '../schema.ts'

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
 * Looks at a picture (of a chunk of frames, a check or a merge) and settles what it makes of its frame: accepted and
 * paid, to be compared first, or back to be rendered elsewhere. The same picture may come any number of times.
 * `not_ours`: the frame was given to another machine meanwhile, or the job has ended.
 */
export async function receivePicture(
  ctx: RenderingCtx,
  arrived: ArrivedPicture,
): Promise<'taken' | 'not_ours'> {
  throw new Error(`not yet: ${arrived.key} ${ctx.requestId}`)
}
