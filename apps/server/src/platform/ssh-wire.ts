import { createHash } from 'node:crypto'

/** A reader of SSH's binary format (RFC 4251, section 5). */
export interface WireReader {
  /** Reads the next `string`: four bytes of length, then the content. `undefined` when the blob is too short. */
  take(): Buffer | undefined
  /** The number of unread bytes. */
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

/** The bits of a positive `mpint` (RFC 4251, section 5); 0 when it is zero, negative or not in its shortest form. */
export function mpintBits(bytes: Buffer): number {
  const [first = 0x80, second = 0] = bytes
  if (first >= 0x80) return 0
  const padded = first === 0
  if (padded && (bytes.length === 1 || second < 0x80)) return 0
  const leading = padded ? second : first
  const rest = bytes.length - (padded ? 2 : 1)
  return rest * 8 + (32 - Math.clz32(leading))
}

/** `SHA256:…` of a public key's bytes, as `ssh-keygen -l` prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}
