import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { ChunkRow } from '../schema.ts'

/** The canary as a machine rendered it. */
export interface ArrivedCanary {
  chunk: ChunkRow
  report: ChunkReport
  /**
   * The key of its picture in the file store; `null` where the machine could not render it: then it is not admitted.
   */
  key: string | null
  /** The time at which the report of its completion arrived, in milliseconds since 1970. */
  doneAtMs: number
}
