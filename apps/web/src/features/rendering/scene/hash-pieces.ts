import { renderPieceBytes } from '@gridloom/contract/core/constants'
import { sha256Hex } from '@gridloom/domain/sha256'

/**
 * The SHA-256 of each piece of `pieceBytes` in order, as lower-case hexadecimal; one piece is in memory at a time.
 * `onBytes` hears how many bytes are behind it.
 */
export async function hashPieces(
  file: Blob,
  onBytes: (bytes: number) => void,
  pieceBytes: number = renderPieceBytes,
): Promise<string[]> {
  const hashes: string[] = []
  for (let from = 0; from < file.size; from += pieceBytes) {
    const piece = file.slice(from, from + pieceBytes)
    hashes.push(await sha256Hex(new Uint8Array(await piece.arrayBuffer())))
    onBytes(Math.min(file.size, from + pieceBytes))
  }
  return hashes
}
