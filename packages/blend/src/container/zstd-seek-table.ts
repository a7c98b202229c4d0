import type { ByteSource } from '../source.ts'
import type { ZstdFrame } from './zstd-frames.ts'

/**
 * The table that Blender writes at the end of a zstd file for random access.
 * Source: contrib/seekable_format/zstd_seekable_compression_format.md of github.com/facebook/zstd.
 */
const footerBytes = 9
const footerMagic = 0x8f92eab1
const tableHeadBytes = 8

/** `undefined` if there is none, or one that does not cover the file exactly. */
export async function readSeekTable(source: ByteSource): Promise<ZstdFrame[] | undefined> {
  const footer = viewOf(await source.read(source.size - footerBytes, footerBytes))
  if (footer.byteLength < footerBytes || footer.getUint32(5, true) !== footerMagic) return undefined
  const count = footer.getUint32(0, true)
  const entryBytes = (footer.getUint8(4) & 0x80) === 0 ? 8 : 12
  const tableStart = source.size - footerBytes - count * entryBytes
  if (tableStart < tableHeadBytes) return undefined
  const entries = viewOf(await source.read(tableStart, count * entryBytes))

  const frames: ZstdFrame[] = []
  let start = 0
  for (let at = 0; at + entryBytes <= entries.byteLength; at += entryBytes) {
    const bytes = entries.getUint32(at, true)
    const unpackedBytes = entries.getUint32(at + 4, true)
    if (unpackedBytes > 0) frames.push({ start, bytes, unpackedBytes })
    start += bytes
  }
  return start === tableStart - tableHeadBytes ? frames : undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
