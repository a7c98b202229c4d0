import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { ChunkRow, FrameRow, JobRow } from '../schema.ts'
import type { FramePart, Producer } from './frame-parts-store.ts'

/** The subject of a review: a picture's job, chunk, frame and producer. */
export interface ReviewSubject {
  job: JobRow
  chunk: ChunkRow & { job_id: RenderJobId }
  frame: FrameRow
  framePart: FramePart
  producer: Producer
}
