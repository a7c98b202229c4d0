import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { AccountId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkRow } from '../schema.ts'
import type { StopWatch } from './stop-watch.ts'

/** The in-memory state of a chunk on this replica, beside its row; the next report restores all of it. */
export interface TrackedChunk {
  readonly chunk: ChunkRow
  /** Whose job it is of; `null`: of none. */
  readonly owner: ChunkOwner | null
  report: ChunkReport
  readonly watch: StopWatch
  /** Parts that are being settled, and those that were. */
  readonly busy: Set<string>
  readonly settled: Map<string, 'good' | 'bad'>
  lastProblem: RenderProblem | null
  /** The last stored activity, and when it was stored. */
  movement: string | null | undefined
  writtenAtMs: number
  isEnding: boolean
}

export interface ChunkOwner {
  jobId: RenderJobId
  accountId: AccountId
}
