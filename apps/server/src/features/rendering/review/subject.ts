import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { ChunkRow, FrameRow, JobRow } from '../schema.ts'
import type { PieceOf, Producer } from './pieces-store.ts'

/** What a picture is of, and who made it. */
export interface Subject {
  job: JobRow
  chunk: ChunkRow & { job_id: RenderJobId }
  frame: FrameRow
  piece: PieceOf
  producer: Producer
}
