import { type SnapshotManifest, snapshotPieceBytesMax } from '@gridloom/contract/agent/snapshots'

/** Small files share pieces: all but some pieces of a layer have this much, on average. */
const leastPieceBytes = 64 * 1024
const fewPieces = 1_000

/**
 * Returns what is wrong with the manifest of a machine, for our logs; `undefined` if nothing is. Its pieces are not here
 * yet: the hash of each is compared when it arrives, and that of each layer on the machine that unpacks it. Pure.
 */
export function wrongWith(
  { layers, image }: SnapshotManifest,
  { rawBytesMax, imageOrdered }: ManifestBounds,
): string | undefined {
  if (image !== imageOrdered) return 'another image'
  const diffIds = new Set(layers.map(({ diff_id }) => diff_id))
  if (diffIds.size !== layers.length) return 'a layer twice'
  for (const { raw_bytes, pieces } of layers) {
    if (pieces === null) continue
    if (raw_bytes > rawBytesMax) return 'a layer that is larger than the disk'
    if (pieces.length > raw_bytes / leastPieceBytes + fewPieces) return 'too many pieces'
    if (pieces.reduce((sum, piece) => sum + piece.raw_bytes, 0) !== raw_bytes) return 'another size'
    if (pieces.some((piece) => piece.bytes > piece.raw_bytes + snapshotPieceBytesMax / 16))
      return 'a piece that grew'
  }
  return undefined
}

interface ManifestBounds {
  rawBytesMax: number
  imageOrdered: string
}
