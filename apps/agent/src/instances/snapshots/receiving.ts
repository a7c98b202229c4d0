import type { SnapshotPiece } from '@gridloom/contract/agent/snapshots'
import { SnapshotManifest, snapshotManifestBytesMax } from '@gridloom/contract/agent/snapshots'
import { jsonOf } from '../../json-of.ts'
import { AgentRefused } from '../../refused.ts'

/** A snapshot of which some pieces are here, in their order. */
export interface Receiving {
  manifest: SnapshotManifest
  pieces: readonly SnapshotPiece[]
  totalBytes: number
  /** How many pieces are here; the hash of each was compared. */
  received: number
  receivedBytes: number
  isBusy: boolean
}

const nothing = { percent: null, done_bytes: null, total_bytes: null }

export const waitingForSnapshot = { ...nothing, text: 'Waiting for the snapshot' }

export function receivingFrom(manifest: SnapshotManifest): Receiving {
  const pieces = manifest.layers.flatMap((layer) => layer.pieces ?? [])
  const totalBytes = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  return { manifest, pieces, totalBytes, received: 0, receivedBytes: 0, isBusy: false }
}

export function advance(receiving: Receiving, { bytes }: SnapshotPiece): void {
  receiving.received += 1
  receiving.receivedBytes += bytes
}

export function isWhole({ received, pieces }: Receiving): boolean {
  return received === pieces.length
}

/** What the page shows while a snapshot is received, and after. */
export function progressOf(receiving: Receiving) {
  if (isWhole(receiving)) return { ...nothing, text: 'Unpacking the snapshot' }
  const { receivedBytes, totalBytes } = receiving
  return {
    text: 'Receiving the snapshot',
    percent: Math.floor((100 * receivedBytes) / totalBytes),
    done_bytes: receivedBytes,
    total_bytes: totalBytes,
  }
}

export function rawBytesOf({ layers }: SnapshotManifest): number {
  return layers.reduce((sum, layer) => sum + layer.raw_bytes, 0)
}

/** Reads a manifest that the control plane sent. @throws AgentRefused `invalid_input` */
export async function readManifest(bytes: AsyncIterable<Uint8Array>): Promise<SnapshotManifest> {
  const manifest = SnapshotManifest.safeParse(jsonOf(await textOf(bytes)))
  const isComplete = manifest.success && manifest.data.layers.every(({ pieces }) => pieces !== null)
  if (isComplete) return manifest.data
  throw new AgentRefused('invalid_input', 'The manifest of the snapshot cannot be read.')
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const portions: Uint8Array[] = []
  let length = 0
  for await (const portion of bytes) {
    length += portion.length
    if (length > snapshotManifestBytesMax)
      throw new AgentRefused('invalid_input', 'The manifest of the snapshot is too large.')
    portions.push(portion)
  }
  return Buffer.concat(portions).toString()
}
