import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { feed } from './feed.ts'
import { framedBytes } from './framed-bytes.ts'
import { sequentialBytes } from './sequential-bytes.ts'
import { type KnownFrame, walkZstdFrames, type ZstdFrame } from './zstd-frames.ts'
import { readSeekTable } from './zstd-seek-table.ts'
import { unpackZstdStream } from './zstd-stream.ts'

/**
 * A .blend in zstd (Blender 3.0 and later). Blender packs it in frames of at most 2 MiB, so that frames which contain
 * only mesh data are never unpacked; a file that another tool packed in one large frame is unpacked from its start.
 */
export async function zstdBytes(source: ByteSource): Promise<BlendBytes> {
  const frames = (await readSeekTable(source)) ?? (await walkZstdFrames(source))
  const small = frames.filter(isSmall)
  if (small.length === frames.length) return framedBytes(source, small)
  return sequentialBytes({
    compression: 'zstd',
    packedSize: source.size,
    open: () => unpackZstdStream(feed(source)),
  })
}

function isSmall(frame: ZstdFrame): frame is KnownFrame {
  return frame.unpackedBytes !== undefined && frame.unpackedBytes <= limits.frameBytes
}
