import { byteReader } from '../../runtime/docker/layers/byte-reader.ts'
import {
  blockBytes,
  paddingOf,
  readPaxRecords,
  readTarHeader,
} from '../../runtime/docker/layers/tar-blocks.ts'
import { SnapshotBroken } from './snapshot-broken.ts'

/** Files, links, folders, devices, pipes, and records for the next entry: not sparse files, which unpack to any size. */
const types: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', '6', 'x'])
const recordsBytesMax = 1024 * 1024
const entriesMax = 20_000_000

/**
 * Passes on the archive of a layer that another machine wrote, as long as it is one that takes no more space when it is
 * unpacked than in the archive. The engine unpacks it within the image, and not into the machine. @throws SnapshotBroken
 */
export async function* checkLayer(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = byteReader(bytes)
  for (let entries = 0; ; entries++) {
    if (entries > entriesMax) throw new SnapshotBroken('a layer has too many entries')
    const block = await reader.take(blockBytes)
    if (block === undefined) return
    const header = readTarHeader(block)
    yield block
    if (header === undefined) continue
    if (!types.has(header.type)) throw new SnapshotBroken(`an entry has the type ${header.type}`)
    const padded = header.bytes + paddingOf(header.bytes)
    if (header.type !== 'x') {
      yield* reader.pass(padded)
      continue
    }
    if (header.bytes > recordsBytesMax) throw new SnapshotBroken('an entry has too many records')
    const records = await reader.take(padded)
    if (records === undefined) throw new SnapshotBroken('a layer is cut')
    if (readPaxRecords(records.subarray(0, header.bytes)).some(({ key }) => isForbidden(key)))
      throw new SnapshotBroken('an entry has a record that is not allowed')
    yield records
  }
}

/** Sizes beside the header's, sparse files, and attributes of the file system that containers write to. */
function isForbidden(key: string): boolean {
  return key === 'size' || key.startsWith('GNU.') || key.startsWith('SCHILY.xattr.trusted.')
}
