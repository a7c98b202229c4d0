import { crc32, deflateRawSync } from 'node:zlib'

/** One file of a zip that a test makes, with its defects. */
export interface ZipEntry {
  name: string
  content?: Uint8Array | string
  /** Unix mode, such as `0o120777` of a symbolic link. */
  mode?: number
  /** The size in its directory, where that is wrong. */
  declaredBytes?: number
  isEncrypted?: boolean
  /** Compression method: every reader supports 8, none 99. */
  method?: number
  comment?: string
}

/** Makes a zip as an attacker could: names are written unchanged, and so are wrong values. */
export function makeZip(entries: readonly ZipEntry[], { declaredCount = entries.length } = {}) {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = partsOf(entry, offset)
    bodies.push(local)
    directory.push(central)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(declaredCount, 8)
  end.writeUInt16LE(declaredCount, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

function partsOf(entry: ZipEntry, offset: number) {
  const { name, content = '', mode = 0o100644, isEncrypted = false, method = 8 } = entry
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const packed = deflateRawSync(bytes)
  const nameBytes = new TextEncoder().encode(name)
  const comment = new TextEncoder().encode(entry.comment ?? '')
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(0x0800 | (isEncrypted ? 1 : 0), 2)
  shared.writeUInt16LE(method, 4)
  shared.writeUInt32LE(crc32(bytes), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(entry.declaredBytes ?? bytes.length, 18)
  shared.writeUInt16LE(nameBytes.length, 22)
  const rest = Buffer.alloc(14)
  rest.writeUInt16LE(comment.length, 0)
  rest.writeUInt32LE(mode * 0x10000, 6)
  rest.writeUInt32LE(offset, 10)
  const madeBy = new Uint8Array([0x14, 0x03])
  return {
    local: Buffer.concat([signature(0x04034b50), shared, nameBytes, packed]),
    central: Buffer.concat([signature(0x02014b50), madeBy, shared, rest, nameBytes, comment]),
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
