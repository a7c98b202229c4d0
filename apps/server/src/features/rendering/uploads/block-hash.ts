import { createHash } from 'node:crypto'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import type { Files } from '../../../platform/files/files.ts'
import { fileKeys } from '../file-keys.ts'
import type { UploadRow } from '../schema.ts'

/** The hash block of an upload that is being received, with its hash so far. */
export interface BlockHash {
  /** The index of its first segment. */
  readonly firstSegment: number
  /** Bytes that are still missing. */
  readonly missingBytes: number
  /** Passes bytes through and hashes them. */
  hashing(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Whether the block is incomplete, or has the announced hash. */
  isRight(): boolean
}

type Begun = Pick<UploadRow, 'id' | 'size_bytes' | 'received_bytes' | 'segments' | 'block_hashes'>

/** Hashes the stored part of an interrupted block again. No segment crosses the end of a block. */
export async function resumeBlockHash(files: Files, upload: Begun): Promise<BlockHash> {
  const { id, size_bytes, received_bytes, segments, block_hashes } = upload
  const number = Math.floor(received_bytes / hashBlockBytes)
  const end = Math.min((number + 1) * hashBlockBytes, size_bytes)
  const firstSegment = firstOf(segments, number * hashBlockBytes)
  const hash = createHash('sha256')
  for (const { name } of segments.slice(firstSegment))
    for await (const bytes of files.read(fileKeys.upload(id) + name)) hash.update(bytes)
  let missing = end - received_bytes
  return {
    firstSegment,
    missingBytes: missing,
    async *hashing(bytes) {
      for await (const some of bytes) {
        hash.update(some)
        missing -= some.length
        yield some
      }
    },
    isRight: () => missing > 0 || hash.copy().digest('hex') === block_hashes[number],
  }
}

/** Returns how many segments come before an offset. */
function firstOf(segments: UploadRow['segments'], offset: number): number {
  let at = 0
  for (const [index, { bytes }] of segments.entries()) {
    if (at >= offset) return index
    at += bytes
  }
  return segments.length
}
