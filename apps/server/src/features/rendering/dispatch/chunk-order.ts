import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { MachineId, RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'

/** Work beside the frames of jobs, to be given to one machine as a chunk. */
export interface ChunkOrder {
  /** The chunk must get this id: the caller has stored it already, in the same transaction. */
  id: RenderChunkId
  kind: 'check' | 'merge' | 'canary'
  /** `null`: the canary. */
  jobId: RenderJobId | null
  frames: number[]
  work: RenderChunkSpec['work']
  /** For a merge: the files that the machine needs beside the scene, each sent as a scene of one file. */
  inputs: { sha256: string; key: string }[]
  /** For a canary that is compared with another machine's: that machine. */
  canaryOf?: MachineId | null
}
