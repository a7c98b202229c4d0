import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { MachineId, RenderChunkId, RenderJobId } from '@gridloom/contract/core/ids'

/** Work beside the frames of jobs, as a chunk to be given to one machine. */
export interface ChunkOrder {
  /** The chunk must be kept under this id: what it is for has it noted already, in the same transaction. */
  id: RenderChunkId
  kind: 'check' | 'merge' | 'canary'
  /** `null`: the canary. */
  jobId: RenderJobId | null
  frames: number[]
  work: RenderChunkSpec['work']
  /** Of a merge: what the machine needs beside the scene, each sent as a scene of one file. */
  inputs: { sha256: string; key: string }[]
  /** Of a canary that is rendered to be compared with another machine's: whose. */
  canaryOf?: MachineId | null
}
