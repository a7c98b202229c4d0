import type { RenderChunkSpec } from '@gridloom/contract/agent/rendering'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import type { RenderingCtx } from '../ctx.ts'
import type { RenderMachineRow } from '../schema.ts'
import { chunkLimits } from './chunk-limits.ts'
import type { ChunkOrder } from './chunk-order.ts'
import { type AssignedChunk, hasRoom, leaseFrom } from './claim-chunk.ts'
import { type AskingMachine, insertOrder, lockAskingMachine, type NewOrder } from './claim-store.ts'

/**
 * Chooses the work that precedes frames: a canary, a check or a merge; called in the transaction that inserts its
 * chunk.
 */
export type NextExtraWork = (
  ctx: RenderingCtx,
  tx: Tx,
  machine: RenderMachineRow,
) => Promise<ChunkOrder | undefined>

/** An order as given to a machine, with the files that it needs beside the scene. */
export interface ChunkAssignment {
  chunk: AssignedChunk
  inputs: ChunkOrder['inputs']
}

/**
 * Gives a machine the work that precedes frames: the canary, a check, a merge. If the chunk is lost, the work is
 * ordered again: what is missing is read from the database, not remembered.
 */
export function takeExtraWork(
  ctx: RenderingCtx,
  nextWork: NextExtraWork,
  machineId: MachineId,
): Promise<ChunkAssignment | undefined> {
  return ctx.transact(async (tx) => {
    const machine = await lockAskingMachine(tx, machineId)
    if (machine === undefined || !hasRoom(machine)) return undefined
    const order = await nextWork(ctx, tx, machine)
    if (order === undefined) return undefined
    return { chunk: await orderChunk(ctx, tx, { machine, order }), inputs: order.inputs }
  })
}

/** Inserts an order as a chunk of a machine, in the caller's transaction. */
export async function orderChunk(
  ctx: Pick<RenderingCtx, 'clock' | 'ids'>,
  tx: Tx,
  { machine, order }: { machine: AskingMachine; order: ChunkOrder },
): Promise<AssignedChunk> {
  const at = ctx.clock.now()
  const leaseToken = ctx.ids.secret()
  const chunk = {
    id: order.id,
    job_id: order.jobId,
    kind: order.kind,
    machine_id: machine.machine_id,
    lease_token: leaseToken,
    lease_until: leaseFrom(at),
    frames: order.frames,
    canary_of: order.canaryOf ?? null,
    micro_usd_per_reference_hour: machine.micro_usd_per_reference_hour,
    machine_score: machine.score ?? 1,
    spec: {
      chunk_id: order.id,
      lease_token: leaseToken,
      work: order.work,
      limits: limitsOf(order.work, machine.memory_mib),
    },
    at,
  } satisfies NewOrder & AssignedChunk
  await insertOrder(tx, chunk)
  return chunk
}

/** The canary has a small picture of its own. */
const canaryPicture = { width: 1920, height: 1080, percentage: 100 }

function limitsOf(work: RenderChunkSpec['work'], memoryMib: number): RenderChunkSpec['limits'] {
  const settings = work.kind === 'canary' ? canaryPicture : work.settings
  return chunkLimits({ settings, expectedMs: null, memoryMib })
}
