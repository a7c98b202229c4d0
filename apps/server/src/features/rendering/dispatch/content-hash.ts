import { createHash } from 'node:crypto'
import { renderPieceBytes } from '@gridloom/contract/core/constants'

/**
 * By what a machine names content: the SHA-256 of the joined hexadecimal SHA-256s of each piece of `renderPieceBytes`,
 * as `RenderScene.content_hash` has it. `pieceBytes` is for tests.
 */
export async function contentHash(
  bytes: AsyncIterable<Uint8Array>,
  pieceBytes = renderPieceBytes,
): Promise<string> {
  const list = createHash('sha256')
  let piece = createHash('sha256')
  let room = pieceBytes
  for await (const some of bytes) {
    for (let from = 0; from < some.length; ) {
      const part = some.subarray(from, from + room)
      piece.update(part)
      from += part.length
      room -= part.length
      if (room > 0) continue
      list.update(piece.digest('hex'))
      piece = createHash('sha256')
      room = pieceBytes
    }
  }
  if (room < pieceBytes) list.update(piece.digest('hex'))
  return list.digest('hex')
}
