import type { BlendBytes } from '../container/blend-bytes.ts'
import { feed } from '../container/feed.ts'
import { inflate } from '../container/inflate.ts'
import { openBlendBytes, openBlendStream } from '../container/open-blend-bytes.ts'
import { SceneBroken } from '../scene-broken.ts'
import { type ByteSource, sliceSource } from '../source.ts'
import type { ZipEntry } from './zip-entry.ts'

const stored = 0
const deflated = 8
const localHeaderMagic = 0x04034b50
const localHeaderBytes = 30

/**
 * Opens a .blend in a zip: with random access if it is stored, from its start if it is compressed.
 * Source: APPNOTE.TXT 4.3.7, the local file header.
 */
export async function openEntry(zip: ByteSource, entry: ZipEntry): Promise<BlendBytes> {
  const start = await contentStart(zip, entry)
  const packed = sliceSource(zip, start, entry.packedBytes)
  switch (entry.method) {
    case stored:
      return openBlendBytes(packed)
    case deflated:
      return openBlendStream({
        packedSize: entry.packedBytes,
        open: () => inflate(feed(packed), 'deflate-raw'),
      })
    default:
      throw new SceneBroken(
        'unsupported',
        'The zip uses an unsupported compression method. Create it with standard (Deflate) compression.',
      )
  }
}

async function contentStart(zip: ByteSource, { offset }: ZipEntry): Promise<number> {
  const header = await zip.read(offset, localHeaderBytes)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (header.length < localHeaderBytes || view.getUint32(0, true) !== localHeaderMagic)
    throw new SceneBroken('zip_damaged', 'The zip is damaged: this file cannot be found in it.')
  return offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true)
}
