import type { ChunkPart } from '@gridloom/contract/agent/rendering'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkRow } from '../schema.ts'

/** A picture that a machine rendered, as stored in the file store. */
export interface ArrivedPicture {
  /** The chunk, with the lease token of the report. */
  chunk: ChunkRow
  part: ChunkPart
  /** A key of `fileKeys.arrived`; deleted once the picture is inspected. */
  key: string
  /** The smaller of the machine's reported time and the time measured by the server. */
  renderMs: number
}

/**
 * `not_ours`: the frame was given to another machine meanwhile, or the job has ended. `sentBack`: another machine
 * renders the picture, for this reason.
 */
export type DeliveryOutcome = 'taken' | 'not_ours' | { sentBack: RenderProblem }
