import { createHash } from 'node:crypto'
import {
  type CaptureState,
  SnapshotManifest,
  type SnapshotPiece,
  snapshotManifestBytesMax,
} from '@gridloom/contract/agent/snapshots'
import { snapshotCalls } from '@gridloom/contract/agent/snapshots-calls'
import type { Sha256 } from '@gridloom/contract/core/values'
import { Refused } from '@gridloom/contract/errors'
import type { SnapshotsCtx } from './ctx.ts'
import type { SnapshotRow } from './schema.ts'

const callTimeoutMs = 15_000
const pieceTimeoutMs = 120_000
const manifestTimeoutMs = 180_000
const bytesPerGb = 1_000_000_000
/** Headers of the archive and names, beyond what the disk can hold. */
const overheadBytes = 64 * 1024 * 1024

/** Thrown when a machine sends a snapshot that cannot be one of this instance. */
export class SnapshotRefused extends Error {
  override readonly name = 'SnapshotRefused'
}

type OnMachine = Pick<SnapshotRow, 'id' | 'instance_id' | 'machine_id' | 'disk_gb'>

/** The most bytes of a layer of an instance: what its disk holds, with names and headers. */
export function rawBytesMax({ disk_gb }: Pick<SnapshotRow, 'disk_gb'>): number {
  return Math.ceil(disk_gb * bytesPerGb * 1.1) + overheadBytes
}

/** Asks a machine to capture a snapshot, or how far it is. */
export function askCapture(
  ctx: SnapshotsCtx,
  row: OnMachine,
  { known, signal }: { known: readonly Sha256[]; signal: AbortSignal },
): Promise<CaptureState> {
  return ctx.agents.call(row.machine_id, snapshotCalls.capture, {
    params: { id: row.instance_id, snapshot: row.id },
    body: { known_diff_ids: [...known], raw_bytes_max: rawBytesMax(row) },
    timeoutMs: callTimeoutMs,
    signal,
  })
}

/** Fetches the manifest of a captured snapshot. @throws SnapshotRefused */
export async function fetchManifest(
  ctx: SnapshotsCtx,
  row: OnMachine,
  signal: AbortSignal,
): Promise<SnapshotManifest> {
  const bytes = await Array.fromAsync(
    ctx.bulkAgents.download(row.machine_id, snapshotCalls.readManifest, {
      params: { snapshot: row.id },
      bounds: { bytesMax: snapshotManifestBytesMax, totalMs: manifestTimeoutMs },
      signal,
    }),
  )
  try {
    return SnapshotManifest.parse(JSON.parse(Buffer.concat(bytes).toString()))
  } catch (cause) {
    throw new SnapshotRefused('the manifest cannot be read', { cause })
  }
}

/** Fetches a piece. @throws SnapshotRefused where it is not what its name says */
export async function fetchPiece(
  ctx: SnapshotsCtx,
  row: OnMachine,
  { piece, signal }: { piece: SnapshotPiece; signal: AbortSignal },
): Promise<Buffer> {
  const portions = await Array.fromAsync(
    ctx.bulkAgents.download(row.machine_id, snapshotCalls.readPiece, {
      params: { snapshot: row.id, piece: piece.sha256 },
      bounds: { bytesMax: piece.bytes, totalMs: pieceTimeoutMs },
      signal,
    }),
  )
  const bytes = Buffer.concat(portions)
  const isWhole = bytes.length === piece.bytes
  if (isWhole && createHash('sha256').update(bytes).digest('hex') === piece.sha256) return bytes
  throw new SnapshotRefused('a piece has another hash')
}

/** Lets a machine delete what it has of a snapshot. An agent that was replaced by an older one has nothing. */
export async function forgetCapture(
  ctx: SnapshotsCtx,
  row: Pick<SnapshotRow, 'id' | 'machine_id'>,
  signal: AbortSignal,
): Promise<void> {
  const call = { params: { snapshot: row.id }, timeoutMs: callTimeoutMs, signal }
  try {
    await ctx.agents.call(row.machine_id, snapshotCalls.forget, call)
  } catch (cause) {
    if (!(cause instanceof Refused) || cause.code !== 'not_found') throw cause
  }
}
