import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { RenderChunkId, RenderJobId } from '@gridloom/contract/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { RenderMachineRow } from '../schema.ts'

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
}

/**
 * What this machine should do before frames: the canary where it is unproven, a comparison with another owner's
 * machine, or putting sample ranges together. Scheduling asks in the transaction that makes the chunk.
 */
export async function nextExtraWork(
  ctx: RenderingCtx,
  _tx: Tx,
  machine: RenderMachineRow,
): Promise<ChunkOrder | undefined> {
  throw new Error(`not yet: ${machine.machine_id} ${ctx.requestId}`)
}
