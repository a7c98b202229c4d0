import { createHash } from 'node:crypto'
import { renderPieceBytes } from '@gridloom/contract/core/constants'
import { Sha256 } from '@gridloom/contract/core/values'

/** Hashes content as it is written: see `RenderScene.content_hash`. */
export interface ContentHasher {
  /** How many bytes it has seen. */
  readonly bytes: number
  add(bytes: Uint8Array): void
  /** The hash of all that was added; nothing may be added after it. */
  digest(): Sha256
}

/** The SHA-256 of the joined hexadecimal SHA-256s of each piece of `pieceBytes`; the last one may be shorter. */
export function createContentHasher(pieceBytes = renderPieceBytes): ContentHasher {
  const list = createHash('sha256')
  let piece = createHash('sha256')
  let filled = 0
  let bytes = 0

  function endPiece(): void {
    list.update(piece.digest('hex'))
    piece = createHash('sha256')
    filled = 0
  }

  return {
    get bytes() {
      return bytes
    },
    add: (added) => {
      bytes += added.length
      for (let from = 0; from < added.length; ) {
        const part = added.subarray(from, from + pieceBytes - filled)
        piece.update(part)
        filled += part.length
        from += part.length
        if (filled === pieceBytes) endPiece()
      }
    },
    digest: () => {
      if (filled > 0) endPiece()
      return Sha256.parse(list.digest('hex'))
    },
  }
}
