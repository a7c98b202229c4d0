import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { AccountId, RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderProblem } from '@gridloom/contract/rendering/frame'
import type { ChunkRow } from '../schema.ts'
import type { StopWatch } from './stop-watch.ts'

/** What this replica has in hand of one chunk, beside its row: all of it can be made anew from the next report. */
export interface TrackedChunk {
  readonly chunk: ChunkRow
  /** Whose job it is of; `null`: of none. */
  readonly owner: ChunkOwner | null
  report: ChunkReport
  readonly watch: StopWatch
  /** Pieces that are being settled, and those that were. */
  readonly busy: Set<string>
  readonly settled: Map<string, 'good' | 'bad'>
  lastProblem: RenderProblem | null
  /** What was written of it last, and when. */
  movement: string | null | undefined
  writtenAtMs: number
  isEnding: boolean
}

export interface ChunkOwner {
  jobId: RenderJobId
  accountId: AccountId
}
