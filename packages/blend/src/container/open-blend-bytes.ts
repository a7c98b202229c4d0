import { SceneBroken } from '../scene-broken.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { feed } from './feed.ts'
import { inflate } from './inflate.ts'
import { plainBytes } from './plain-bytes.ts'
import { sequentialBytes } from './sequential-bytes.ts'
import { zstdBytes } from './zstd-bytes.ts'
import { readSkippable, readZstdFrameHeader } from './zstd-header.ts'

/**
 * Opens a .blend in whichever of its three containers it is: plain, gzip (before Blender 3.0), zstd (since).
 * Throws `SceneBroken` for everything else. Source: `BLI_filereader` of Blender.
 */
export async function openBlendBytes(source: ByteSource): Promise<BlendBytes> {
  const head = await source.read(0, 18)
  if (head.length === 0) throw new SceneBroken('empty', 'The file is empty.')
  if (startsWith(head, blenderMagic)) return plainBytes(source)
  if (startsWith(head, gzipMagic))
    return sequentialBytes({
      compression: 'gzip',
      packedSize: source.size,
      open: () => inflate(feed(source), 'gzip'),
    })
  if (readZstdFrameHeader(head) || readSkippable(head) !== undefined) return zstdBytes(source)
  throw new SceneBroken('not_a_blend', 'This is not a Blender file.')
}

const blenderMagic = [...'BLENDER'].map((letter) => letter.charCodeAt(0))
const gzipMagic = [0x1f, 0x8b]

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}
