import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { AccountId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkRow } from '../schema.ts'
import type { StopWatch } from './stop-watch.ts'

/** The in-memory state of a chunk on this replica, beside its row; the next report restores all of it. */
export interface TrackedChunk {
  readonly chunk: ChunkRow
  /** The owner of its job; `null`: it belongs to no job. */
  readonly owner: ChunkOwner | null
  report: ChunkReport
  readonly watch: StopWatch
  /** Keys of the parts that are being settled; `settled` has those that were. */
  readonly busy: Set<string>
  readonly settled: Map<string, 'good' | 'bad'>
  lastProblem: RenderProblem | null
  /** The last stored activity; `writtenAtMs` is when it was stored. */
  movement: string | null | undefined
  writtenAtMs: number
  isEnding: boolean
}

export interface ChunkOwner {
  jobId: RenderJobId
  accountId: AccountId
}
