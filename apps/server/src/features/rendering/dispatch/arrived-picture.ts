import type { ChunkPart } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkRow } from '../schema.ts'

/** A picture that a machine made, as it lies in the store of files. */
export interface ArrivedPicture {
  /** The chunk with the lease token under which the report came. */
  chunk: ChunkRow
  part: ChunkPart
  /** Under `fileKeys.arrived`; deleted once the picture was looked at. */
  key: string
  /** The smaller of what the machine says and what our own clock saw. */
  renderMs: number
}

/**
 * `not_ours`: the frame was given to another machine meanwhile, or the job has ended. A picture that was sent back is
 * rendered elsewhere, for this reason.
 */
export type DeliveryOutcome = 'taken' | 'not_ours' | { sentBack: RenderProblem }
