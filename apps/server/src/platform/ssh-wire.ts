import { createHash } from 'node:crypto'

/** A reader of SSH's binary format (RFC 4251, section 5). */
export interface WireReader {
  /** Reads the next `string`: four bytes of length, then the content. `undefined` when the blob is too short. */
  take(): Buffer | undefined
  /** Reads the next `uint32`. */
  uint32(): number | undefined
  /** Reads the next `uint64`. */
  uint64(): bigint | undefined
  /** Reads all that is left. */
  rest(): Buffer
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
    uint32() {
      if (blob.length - at < 4) return undefined
      at += 4
      return blob.readUInt32BE(at - 4)
    },
    uint64() {
      if (blob.length - at < 8) return undefined
      at += 8
      return blob.readBigUInt64BE(at - 8)
    },
    rest() {
      const piece = blob.subarray(at)
      at = blob.length
      return piece
    },
    left: () => blob.length - at,
  }
}

/** A `string` of SSH's binary format: its length, then its bytes. */
export function wireString(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([wireUint32(bytes.length), bytes])
}

export function wireUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function wireUint64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
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
