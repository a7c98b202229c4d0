/** One file of a zip, as listed in its directory. */
export interface ZipEntry {
  name: string
  /** 0: stored uncompressed. */
  method: number
  stored: Buffer
}

/** Reads a zip's directory and its files. Source: PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
export function entriesOf(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.of(0x50, 0x4b, 0x05, 0x06))
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    )
    const size = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const entry = {
      name: zip.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0)),
      method: zip.readUInt16LE(at + 10),
      stored: zip.subarray(from, from + size),
    }
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0)
    return entry
  })
}
