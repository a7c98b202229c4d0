/** A blob of the SSH wire form (RFC 4251, section 5), read from its beginning. */
export interface WireReader {
  /** The next `string`: four bytes of length, then so many bytes. `undefined` where the blob is shorter. */
  take(): Buffer | undefined
  /** Bytes that were not read yet. */
  left(): number
}

export function wireReader(blob: Buffer): WireReader {
  let at = 0
  return {
    take() {
      if (blob.length - at < 4) return undefined
      const length = blob.readUInt32BE(at)
      if (length > blob.length - at - 4) return undefined
      const piece = blob.subarray(at + 4, at + 4 + length)
      at += 4 + length
      return piece
    },
    left: () => blob.length - at,
  }
}

/**
 * The bits of a positive `mpint` (RFC 4251, section 5); 0 where it is zero, negative, or written with more bytes than
 * it needs.
 */
export function mpintBits(bytes: Buffer): number {
  const [first = 0x80, second = 0] = bytes
  if (first >= 0x80) return 0
  const padded = first === 0
  if (padded && (bytes.length === 1 || second < 0x80)) return 0
  const leading = padded ? second : first
  const rest = bytes.length - (padded ? 2 : 1)
  return rest * 8 + (32 - Math.clz32(leading))
}
