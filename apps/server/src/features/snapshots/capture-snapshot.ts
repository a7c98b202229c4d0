import type { SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import { Refused } from '@gridloom/contract/errors'
import type { SnapshotFailure } from '@gridloom/contract/snapshots/snapshot'
import { recordEvents } from '../../platform/business-events/record-events.ts'
import { findInstance } from '../instances/index.ts'
import {
  askCapture,
  fetchManifest,
  forgetCapture,
  rawBytesMax,
  SnapshotRefused,
} from './capture-calls.ts'
import { changeStorage } from './change-storage.ts'
import { wrongWith } from './check-manifest.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { failSnapshot } from './fail-snapshot.ts'
import { insertLayers, listKnownLayers, type NewLayers } from './pieces-store.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import type { SnapshotRow } from './schema.ts'
import { snapshotReady } from './snapshot-events.ts'
import { canSnapshotMove } from './snapshot-states.ts'
import { findSnapshot, listCreating, lockSnapshot, updateSnapshot } from './snapshots-store.ts'
import { storePieces } from './store-pieces.ts'

/** How long a machine may take for a snapshot, with all interruptions. */
const lifeMs = 24 * 3_600_000

/** Continues every snapshot that is being created on a machine that is connected here. */
export async function captureSnapshots(ctx: SnapshotsCtx): Promise<void> {
  for (const row of await listCreating(ctx.db)) {
    if (ctx.clock.now().getTime() - row.created_at.getTime() > lifeMs) {
      await failSnapshot(ctx, row, 'machine_silent')
    } else if (ctx.agents.connected(row.machine_id) && (await mayBegin(ctx, row))) {
      ctx.snapshotTransfers.start(`capture ${row.id}`, (signal) => capture(ctx, row, signal))
    }
  }
}

/** The disk that moves is captured once nothing writes to it any more. */
async function mayBegin(
  ctx: SnapshotsCtx,
  { move_id, instance_id }: SnapshotRow,
): Promise<boolean> {
  if (move_id === null) return true
  return (await findInstance(ctx.db, instance_id))?.state === 'stopped'
}

/**
 * Takes a snapshot as far as it gets: asks the machine, fetches what is captured, and completes it. After an
 * interruption the next turn continues with the pieces that are missing; until all layers are written the snapshot has
 * none.
 */
async function capture(ctx: SnapshotsCtx, row: SnapshotRow, signal: AbortSignal): Promise<void> {
  const { account_id: accountId, instance_id: instanceId } = row
  // One that ended since it was listed would begin anew on its machine.
  if ((await findSnapshot(ctx.db, row.id))?.state !== 'creating') return
  const stored = await listKnownLayers(ctx.db, { accountId, instanceId })
  const known = new Map(stored.map(({ diff_id, id }) => [diff_id, id]))
  try {
    const state = await askCapture(ctx, row, { known: [...known.keys()], signal })
    await showProgress(ctx, row, state)
    if (state.phase === 'capturing') return
    if (state.problem !== null) return await failSnapshot(ctx, row, state.problem.code)
    const manifest = await fetchManifest(ctx, row, signal)
    if (manifest.layers.some(({ diff_id, pieces }) => pieces === null && !known.has(diff_id))) {
      // The snapshot that has this layer was deleted meanwhile: the machine reads it again.
      return await forgetCapture(ctx, row, signal)
    }
    const wrong = wrongWith(manifest, {
      rawBytesMax: rawBytesMax(row),
      imageOrdered: row.template.image_path_with_tag,
    })
    if (wrong !== undefined) throw new SnapshotRefused(wrong)
    await storePieces(ctx, row, { manifest, signal })
    await complete(ctx, row, { manifest, known })
  } catch (cause) {
    const failure = failureOf(cause)
    if (failure === undefined || signal.aborted) throw cause
    ctx.log.warn({ event: 'snapshot.refused', err: cause, snapshot: row.id }, 'a snapshot failed')
    await failSnapshot(ctx, row, failure)
  }
}

/** Returns the end that a failure means; `undefined` where the next turn may do better. */
function failureOf(cause: unknown): SnapshotFailure | undefined {
  if (cause instanceof SnapshotRefused) return 'machine_refused'
  if (!(cause instanceof Refused)) return undefined
  if (cause.code === 'storage_full') return 'storage_full'
  return cause.code === 'not_found' ? 'no_container' : undefined
}

async function showProgress(
  ctx: SnapshotsCtx,
  row: SnapshotRow,
  { raw_bytes, paused_ms }: { raw_bytes: number; paused_ms: number | null },
): Promise<void> {
  if (raw_bytes <= row.raw_bytes && paused_ms === row.paused_ms) return
  await ctx.transact(async (tx) => {
    await updateSnapshot(tx, row.id, { raw_bytes, paused_ms: paused_ms ?? row.paused_ms })
    await publishSnapshot(tx, row)
  })
}

/** Writes the layers of a snapshot whose pieces are all stored: from here on it is ready. */
async function complete(
  ctx: SnapshotsCtx,
  row: SnapshotRow,
  { manifest, known }: { manifest: SnapshotManifest; known: NewLayers['known'] },
): Promise<void> {
  const { id, account_id: accountId, name, instance_id, move_id } = row
  const { layers, ...base } = manifest
  await ctx.transact((tx) =>
    changeStorage(ctx, tx, accountId, async () => {
      const now = await lockSnapshot(tx, id)
      if (now === undefined || !canSnapshotMove(now.state, 'ready')) return
      const stored_bytes = await insertLayers(tx, { snapshotId: id, accountId }, { layers, known })
      const raw_bytes = layers.reduce((sum, layer) => sum + layer.raw_bytes, 0)
      await updateSnapshot(tx, id, {
        state: 'ready',
        manifest: JSON.stringify(base),
        stored_bytes,
        raw_bytes: Math.max(raw_bytes, now.raw_bytes),
        ready_at: ctx.clock.now(),
      })
      await publishSnapshot(tx, row)
      if (move_id !== null) return
      const payload = { name, instance_id, failure: null, stored_bytes }
      await recordEvents(ctx, tx, [snapshotReady.of({ subject: id, accountId, payload })])
    }),
  )
}
