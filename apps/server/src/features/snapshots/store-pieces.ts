import type { SnapshotManifest, SnapshotPiece } from '@gridloom/contract/agent/snapshots'
import { fetchPiece } from './capture-calls.ts'
import type { SnapshotsCtx } from './ctx.ts'
import { insertPiece, keepStored, planRemoval } from './pieces-store.ts'
import type { SnapshotRow } from './schema.ts'

/** Pieces whose files are planned together; a file that never becomes a piece is deleted after the second time. */
const batchPieces = 16
const unclaimedMs = 3_600_000
const fetchedAtOnce = 3

/** A piece and the file that it is about to be written to. */
interface PlannedPiece {
  piece: SnapshotPiece
  fileKey: string
}

/** Fetches and stores the pieces of a snapshot that its account does not have yet. */
export async function storePieces(
  ctx: SnapshotsCtx,
  row: SnapshotRow,
  { manifest, signal }: { manifest: SnapshotManifest; signal: AbortSignal },
): Promise<void> {
  const pieces = new Map(
    manifest.layers.flatMap(({ pieces }) => pieces ?? []).map((piece) => [piece.sha256, piece]),
  )
  const arrival = { snapshotId: row.id, accountId: row.account_id }
  const stored = await ctx.transact((tx) => keepStored(tx, arrival, [...pieces.keys()]))
  const missing = [...pieces.values()].filter(({ sha256 }) => !stored.has(sha256))
  for (let at = 0; at < missing.length; at += batchPieces) {
    const batch = missing.slice(at, at + batchPieces)
    const left = batch.map((piece) => ({ piece, fileKey: newFileKey(ctx, row, piece) }))
    const after = new Date(ctx.clock.now().getTime() + unclaimedMs)
    await ctx.transact(async (tx) => {
      for (const { fileKey } of left) await planRemoval(tx, fileKey, after)
    })
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        await storePiece(ctx, row, { ...next, signal })
    }
    await Promise.all(Array.from({ length: fetchedAtOnce }, work))
  }
}

async function storePiece(
  ctx: SnapshotsCtx,
  row: SnapshotRow,
  { piece, fileKey, signal }: PlannedPiece & { signal: AbortSignal },
): Promise<void> {
  const bytes = await fetchPiece(ctx, row, { piece, signal })
  await ctx.files.put(fileKey, [bytes], signal)
  const arrival = { snapshotId: row.id, accountId: row.account_id }
  const { sha256 } = piece
  await ctx.transact((tx) => insertPiece(tx, arrival, { sha256, bytes: bytes.length, fileKey }))
}

/**
 * Returns a key that no file has had. A server that was killed, or an interruption of an hour, leaves files whose removal
 * is due: were a second try to write to the same keys, such a removal could delete a piece that it has just stored.
 */
function newFileKey(
  { ids }: SnapshotsCtx,
  { account_id, id }: SnapshotRow,
  { sha256 }: SnapshotPiece,
): string {
  return `snapshots/${account_id}/${id}/${sha256}-${ids.label()}`
}
