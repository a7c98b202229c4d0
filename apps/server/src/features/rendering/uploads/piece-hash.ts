import { createHash } from 'node:crypto'
import { renderPieceBytes } from '@gridloom/contract/core/constants'
import type { Files } from '../../../platform/files/files.ts'
import { fileKeys } from '../file-keys.ts'
import type { UploadRow } from '../schema.ts'

/** The piece of an upload that comes next, and its hash as far as it has come. */
export interface PieceHash {
  /** Of the upload's stretches, the first that belongs to it. */
  readonly firstStretch: number
  /** How many bytes it still wants. */
  readonly missingBytes: number
  /** The same bytes, hashed on their way. */
  hashing(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Whether it can still become, or is, what was announced. */
  isRight(): boolean
}

type Begun = Pick<UploadRow, 'id' | 'size_bytes' | 'received_bytes' | 'stretches' | 'piece_hashes'>

/** Hashes again what is there of a piece that was interrupted. No stretch reaches over the end of a piece. */
export async function hashBegun(files: Files, upload: Begun): Promise<PieceHash> {
  const { id, size_bytes, received_bytes, stretches, piece_hashes } = upload
  const number = Math.floor(received_bytes / renderPieceBytes)
  const end = Math.min((number + 1) * renderPieceBytes, size_bytes)
  const firstStretch = firstOf(stretches, number * renderPieceBytes)
  const hash = createHash('sha256')
  for (const { name } of stretches.slice(firstStretch))
    for await (const bytes of files.read(fileKeys.upload(id) + name)) hash.update(bytes)
  let missing = end - received_bytes
  return {
    firstStretch,
    missingBytes: missing,
    async *hashing(bytes) {
      for await (const some of bytes) {
        hash.update(some)
        missing -= some.length
        yield some
      }
    },
    isRight: () => missing > 0 || hash.copy().digest('hex') === piece_hashes[number],
  }
}

/** How many stretches lie before an offset. */
function firstOf(stretches: UploadRow['stretches'], offset: number): number {
  let at = 0
  for (const [index, { bytes }] of stretches.entries()) {
    if (at >= offset) return index
    at += bytes
  }
  return stretches.length
}
