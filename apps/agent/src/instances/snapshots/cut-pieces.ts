import { createHash } from 'node:crypto'
import { snapshotPieceBytesMax } from '@gridloom/contract/agent/snapshots'
import type { LayerPart } from '../../runtime/layer-port.ts'

/** A file of this size begins a piece and ends one, so that its pieces are the same wherever it is in the archive. */
const largeFileBytes = 1024 * 1024
/** Of the names of smaller files, one in so many begins a piece. */
const nameInterval = 256
const smallestBytes = 64 * 1024

/**
 * Cuts a layer into pieces of at most 8 MiB. Where it cuts depends on the files alone: a file that grows or moves changes
 * the pieces around it, and later ones stay as they are. A piece is valid until `inUse` further ones have been asked for:
 * its memory is used again, as collecting 8 MiB for each piece took longer than compressing it.
 */
export async function* cutPieces(
  parts: AsyncIterable<LayerPart>,
  inUse: number,
): AsyncGenerator<Buffer> {
  const ring = Array.from({ length: inUse + 1 }, () => Buffer.allocUnsafe(snapshotPieceBytesMax))
  let piece = ring[0] ?? Buffer.alloc(0)
  let taken = 0
  let used = 0
  let isLarge = false

  function take(): Buffer {
    const whole = piece.subarray(0, used)
    taken += 1
    piece = ring[taken % ring.length] ?? piece
    used = 0
    return whole
  }

  for await (const { bytes, entry } of parts) {
    if (entry !== undefined) {
      if (used > 0 && (isLarge || mayBegin(entry, used))) yield take()
      isLarge = entry.bytes >= largeFileBytes
    }
    for (let at = 0; at < bytes.length; ) {
      const fits = Math.min(bytes.length - at, snapshotPieceBytesMax - used)
      bytes.copy(piece, used, at, at + fits)
      used += fits
      at += fits
      if (used === snapshotPieceBytesMax) yield take()
    }
  }
  if (used > 0) yield take()
}

function mayBegin({ name, bytes }: { name: string; bytes: number }, used: number): boolean {
  if (bytes >= largeFileBytes) return true
  if (used < smallestBytes) return false
  return createHash('sha256').update(name).digest().readUInt32BE(0) % nameInterval === 0
}
