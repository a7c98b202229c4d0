import type { ChunkReport } from '@gridloom/contract/agent/rendering'
import type { RenderingCtx } from '../ctx.ts'
import type { ChunkRow } from '../schema.ts'

/** The canary as a machine rendered it. */
export interface ArrivedCanary {
  chunk: ChunkRow
  report: ChunkReport
  /** Its picture in the store of files; `null` where it could not render it: then it is not admitted. */
  key: string | null
}

/** Admits a machine to rendering or refuses it, with the score that its speed gives. */
export async function receiveCanary(ctx: RenderingCtx, arrived: ArrivedCanary): Promise<void> {
  throw new Error(`not yet: ${arrived.chunk.id} ${ctx.requestId}`)
}
