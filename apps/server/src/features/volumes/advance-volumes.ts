import { volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { VolumesCtx } from './ctx.ts'
import type { VolumeRow } from './schema.ts'
import { settleDeleted, settleFailed, settleReady } from './settle-volume.ts'
import { listOverdue, listUnsettled, listUnsettledMachines } from './volumes-store.ts'

/** How long a machine may take to create a volume, with all interruptions. */
const createWithinMs = 15 * 60_000
const callTimeoutMs = 90_000
const bytesPerGb = 1_000_000_000

/**
 * Lets the machines that are connected here create and delete volumes; what was interrupted is asked again. Each machine
 * has a turn of its own: none waits for those that are away, however many volumes these have.
 */
export async function advanceVolumes(ctx: VolumesCtx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - createWithinMs)
  for (const id of await listOverdue(ctx.db, before)) await settleFailed(ctx, id, 'machine_silent')
  for (const machineId of await listUnsettledMachines(ctx.db)) {
    if (!ctx.agents.connected(machineId)) continue
    ctx.volumeTurns.start(machineId, (signal) => advanceOn(ctx, machineId, signal))
  }
}

async function advanceOn(
  ctx: VolumesCtx,
  machineId: MachineId,
  signal: AbortSignal,
): Promise<void> {
  for (const row of await listUnsettled(ctx.db, machineId)) {
    const call = { params: { volume: row.id }, timeoutMs: callTimeoutMs, signal }
    if (row.state === 'creating') {
      await create(ctx, row, signal)
    } else {
      await ctx.agents.call(machineId, volumeCalls.remove, call)
      await settleDeleted(ctx, row)
    }
  }
}

async function create(ctx: VolumesCtx, row: VolumeRow, signal: AbortSignal): Promise<void> {
  try {
    const { problem } = await ctx.agents.call(row.machine_id, volumeCalls.create, {
      params: { volume: row.id },
      body: { bytes: row.size_gb * bytesPerGb },
      timeoutMs: callTimeoutMs,
      signal,
    })
    if (problem === null) await settleReady(ctx, row.id)
    else await settleFailed(ctx, row.id, problem.code)
  } catch (cause) {
    // An agent that was replaced by an older one does not know the call.
    if (!(cause instanceof Refused) || cause.code !== 'not_found') throw cause
    await settleFailed(ctx, row.id, 'not_supported')
  }
}
