import { volumeCalls } from '@gridloom/contract/agent/volumes-calls'
import type { MachineId, VolumeId } from '@gridloom/contract/core/ids'
import { compareVolumes } from './compare-volumes.ts'
import type { VolumesCtx } from './ctx.ts'
import { publishVolume } from './publish-volume.ts'
import { settleFailed, settleReady } from './settle-volume.ts'
import { listOnMachine, listVolumeMachines, updateVolume } from './volumes-store.ts'

const callTimeoutMs = 30_000

/** Compares the volumes of every machine that is connected here with ours. */
export async function syncVolumes(ctx: VolumesCtx): Promise<void> {
  for (const machineId of await listVolumeMachines(ctx.db)) {
    if (!ctx.agents.connected(machineId)) continue
    ctx.volumeTurns.start(machineId, (signal) => syncMachine(ctx, machineId, signal))
  }
}

async function syncMachine(
  ctx: VolumesCtx,
  machineId: MachineId,
  signal: AbortSignal,
): Promise<void> {
  // Read first: a volume that becomes ready meanwhile may be missing from the list.
  const expected = await listOnMachine(ctx.db, machineId, [])
  const call = { timeoutMs: callTimeoutMs, signal }
  const listed = await ctx.agents.call(machineId, volumeCalls.list, call)
  const known = await listOnMachine(
    ctx.db,
    machineId,
    listed.map(({ volume }) => volume),
  )
  const { lost, back, left, used } = compareVolumes(expected, known, listed)
  for (const id of lost) await settleFailed(ctx, id, 'lost')
  for (const id of back) await settleReady(ctx, id)
  for (const { id, bytes } of used) await recordUsed(ctx, { id, bytes })
  for (const volume of left)
    await ctx.agents.call(machineId, volumeCalls.remove, { ...call, params: { volume } })
}

async function recordUsed(
  ctx: VolumesCtx,
  { id, bytes }: { id: VolumeId; bytes: number },
): Promise<void> {
  await ctx.transact(async (tx) => {
    await publishVolume(tx, await updateVolume(tx, id, { used_bytes: bytes }))
  })
}
