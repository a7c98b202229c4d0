/** Random access to bytes without loading them: a file on a disk, a Blob of a browser, a part of either. */
export interface ByteSource {
  /** The size in bytes. */
  readonly size: number
  /** Reads the bytes from `offset`: `length` of them, or those before the end. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** A part of a source as a separate source; reads never leave it. */
export function sliceSource(source: ByteSource, start: number, size: number): ByteSource {
  const held = Math.max(0, Math.min(size, source.size - start))
  return {
    size: held,
    read(offset, length) {
      return source.read(start + offset, Math.max(0, Math.min(length, held - offset)))
    },
  }
}

/** Bytes that are in memory already. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  }
}
