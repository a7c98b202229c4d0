import type { LayerPart } from '../../layer-port.ts'
import { byteReader } from './byte-reader.ts'
import {
  blockBytes,
  emptyFileHeader,
  paddingOf,
  paxHeader,
  readPaxRecords,
  readTarHeader,
} from './tar-blocks.ts'

/** Records of one entry: names, times, and extended attributes of at most 64 KiB each. */
const recordsBytesMax = 1024 * 1024
const overlayPrefix = 'SCHILY.xattr.trusted.overlay.'
const end = Buffer.alloc(2 * blockBytes)

/**
 * Converts an archive of a folder in which overlayfs keeps changes into the archive of an image layer: a deleted file is
 * a character device 0:0 there and an empty file `.wh.NAME` here, and a folder that hides those below it is marked by an
 * attribute there and contains `.wh..wh..opq` here. Attributes of overlayfs itself are left out. Sources: the kernel's
 * `overlayfs.rst`, and `layer.md` of the OCI image specification. @throws TypeError
 */
export async function* layerTar(changes: AsyncIterable<Uint8Array>): AsyncGenerator<LayerPart> {
  const reader = byteReader(changes)
  let records: Buffer[] = []
  let path: string | undefined
  let isOpaque = false
  for (;;) {
    const block = await reader.take(blockBytes)
    const header = block === undefined ? undefined : readTarHeader(block)
    if (block === undefined || header === undefined) break
    const paddedBytes = header.bytes + paddingOf(header.bytes)
    if (header.type === 'x') {
      if (header.bytes > recordsBytesMax) throw new TypeError('an entry has too many attributes')
      const content = (await reader.take(paddedBytes)) ?? Buffer.alloc(0)
      const all = readPaxRecords(content.subarray(0, header.bytes))
      path = all.find(({ key }) => key === 'path')?.value.toString()
      isOpaque = all.some(isOpaqueMark)
      refuseRedirects(all)
      records = all.flatMap(({ key, bytes }) => (key.startsWith(overlayPrefix) ? [] : [bytes]))
      continue
    }
    const name = path ?? header.name
    if (header.type === '3' && header.deviceMajor === 0 && header.deviceMinor === 0) {
      const bytes = emptyFileHeader(whiteoutOf(name))
      yield { bytes, entry: { name, bytes: 0 } }
    } else {
      const bytes = records.length === 0 ? block : Buffer.concat([paxHeader(records), block])
      yield { bytes, entry: { name, bytes: header.bytes } }
      for await (const portion of reader.pass(paddedBytes))
        yield { bytes: portion, entry: undefined }
      if (isOpaque) {
        const bytes = emptyFileHeader(`${name.replace(/\/$/, '')}/.wh..wh..opq`)
        yield { bytes, entry: undefined }
      }
    }
    records = []
    path = undefined
    isOpaque = false
  }
  yield { bytes: end, entry: undefined }
}

function isOpaqueMark({ key, value }: { key: string; value: Buffer }): boolean {
  return key === `${overlayPrefix}opaque` && value.toString('latin1') === 'y'
}

/** With these options of overlayfs, which engines leave off, a folder or file is not where it seems to be. */
function refuseRedirects(records: readonly { key: string }[]): void {
  const kinds = ['redirect', 'metacopy'].map((kind) => overlayPrefix + kind)
  if (records.some(({ key }) => kinds.includes(key)))
    throw new TypeError('the file system of the container redirects')
}

function whiteoutOf(name: string): string {
  const at = name.lastIndexOf('/') + 1
  return `${name.slice(0, at)}.wh.${name.slice(at)}`
}
