import { SceneBroken } from '../scene-broken.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { ByteTape } from './byte-tape.ts'
import { feed } from './feed.ts'
import { inflate } from './inflate.ts'
import { plainBytes } from './plain-bytes.ts'
import { sequentialBytes } from './sequential-bytes.ts'
import { zstdBytes } from './zstd-bytes.ts'
import { readSkippable, zstdHeaderBytes } from './zstd-header.ts'
import { unpackZstdStream } from './zstd-stream.ts'

/** Enough bytes to identify the container. */
const magicBytes = 8

/**
 * Opens a .blend in any of its three containers: plain, gzip (before Blender 3.0), zstd (since). Throws `SceneBroken`
 * for everything else. Source: `BLI_filereader` of Blender.
 */
export async function openBlendBytes(source: ByteSource): Promise<BlendBytes> {
  switch (containerOf(await source.read(0, magicBytes))) {
    case 'none':
      return plainBytes(source)
    case 'zstd':
      return zstdBytes(source)
    case 'gzip':
      return sequentialBytes({
        compression: 'gzip',
        packedSize: source.size,
        open: () => inflate(feed(source), 'gzip'),
      })
  }
}

export interface BlendStream {
  /** The size of the packed bytes, which limits that of the unpacked ones. */
  readonly packedSize: number
  /** Opens the stream from the start; called again for every step back. */
  open(): AsyncIterable<Uint8Array>
}

/** The same for a .blend that is read as a stream, out of a zip. */
export async function openBlendStream({ packedSize, open }: BlendStream): Promise<BlendBytes> {
  const compression = containerOf(await beginningOf(open()))
  switch (compression) {
    case 'none':
      return sequentialBytes({ compression, packedSize, open })
    case 'zstd':
      return sequentialBytes({ compression, packedSize, open: () => unpackZstdStream(open()) })
    case 'gzip':
      return sequentialBytes({ compression, packedSize, open: () => inflate(open(), 'gzip') })
  }
}

async function beginningOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  await using tape = new ByteTape(stream)
  try {
    return await tape.read(magicBytes)
  } catch (cause) {
    throw new SceneBroken('zip_damaged', 'The zip is damaged: this file cannot be extracted.', {
      cause,
    })
  }
}

function containerOf(bytes: Uint8Array): BlendBytes['compression'] {
  if (bytes.length === 0) throw new SceneBroken('empty', 'The file is empty.')
  if (startsWith(bytes, blenderMagic)) return 'none'
  if (startsWith(bytes, gzipMagic)) return 'gzip'
  if (zstdHeaderBytes(bytes) !== undefined || readSkippable(bytes) !== undefined) return 'zstd'
  throw new SceneBroken('not_a_blend', 'This is not a Blender file.')
}

const blenderMagic = [...'BLENDER'].map((character) => character.charCodeAt(0))
const gzipMagic = [0x1f, 0x8b]

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}
