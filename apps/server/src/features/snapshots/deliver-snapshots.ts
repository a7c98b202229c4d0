import type { RestoreState } from '@gridloom/contract/agent/snapshots'
import { snapshotCalls } from '@gridloom/contract/agent/snapshots-calls'
import type { SnapshotsCtx } from './ctx.ts'
import { readLayers, type StoredPiece } from './pieces-store.ts'
import { findSnapshot, listRestoring, type RestoringInstance } from './snapshots-store.ts'

/** The bytes of one call; a broken connection loses at most a piece. */
const callBytes = 64 * 1024 * 1024
const callTimeoutMs = 180_000

/** Sends snapshots to the machines, connected here, whose instances wait for them. */
export async function deliverSnapshots(ctx: SnapshotsCtx): Promise<void> {
  for (const one of await listRestoring(ctx.db)) {
    if (!ctx.agents.connected(one.machineId)) continue
    const key = `deliver ${one.snapshotId} ${one.machineId}`
    ctx.snapshotTransfers.start(key, (signal) => deliver(ctx, one, signal))
  }
}

/** Sends what a machine lacks of a snapshot, in order; the machine compares each piece with its hash. */
async function deliver(
  ctx: SnapshotsCtx,
  { machineId, snapshotId }: RestoringInstance,
  signal: AbortSignal,
): Promise<void> {
  const snapshot = await findSnapshot(ctx.db, snapshotId)
  if (snapshot === undefined || snapshot.manifest === null) return
  const layers = await readLayers(ctx.db, snapshotId)
  const manifest = JSON.stringify({ ...snapshot.manifest, layers })
  const pieces = layers.flatMap(({ pieces }) => pieces)
  const call = { params: { snapshot: snapshotId }, timeoutMs: callTimeoutMs, signal }
  let state: RestoreState = await ctx.bulkAgents.call(machineId, snapshotCalls.restore, {
    ...call,
    bytes: [Buffer.from(manifest)],
  })
  while (!state.loaded && state.received < pieces.length) {
    const from = state.received
    state = await ctx.bulkAgents.call(machineId, snapshotCalls.sendPieces, {
      ...call,
      query: { from },
      bytes: bytesOf(ctx, pieces.slice(from)),
    })
    if (state.received <= from) throw new RangeError('a snapshot does not come through')
  }
}

async function* bytesOf(
  { files }: SnapshotsCtx,
  pieces: readonly StoredPiece[],
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for (const { file_key, bytes: size } of pieces) {
    if (bytes > 0 && bytes + size > callBytes) return
    bytes += size
    yield* files.read(file_key)
  }
}
