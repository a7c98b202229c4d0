import type { ByteSource } from './source.ts'

/** A Blob, or a File that a user chose: read in slices, so that a large one is never in memory whole. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    async read(offset, length) {
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
    },
  }
}
