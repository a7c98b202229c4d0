import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { ChunkRow } from '../schema.ts'

/** The canary as a machine rendered it. */
export interface ArrivedCanary {
  chunk: ChunkRow
  report: ChunkReport
  /** Its picture in the store of files; `null` where it could not render it: then it is not admitted. */
  key: string | null
  /** When the report that it is done reached us, in milliseconds since 1970. */
  doneAtMs: number
}
