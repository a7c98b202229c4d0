import { unzstd } from '#unzstd'
import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import { type ByteSource, sliceSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { feed } from './feed.ts'
import { framedBytes } from './framed-bytes.ts'
import { sequentialBytes } from './sequential-bytes.ts'
import { type KnownFrame, walkZstdFrames, type ZstdFrame } from './zstd-frames.ts'
import { readSeekTable } from './zstd-seek-table.ts'

/**
 * A .blend in zstd (Blender 3.0 and later). Blender packs it in frames of at most 2 MiB, so that those which hold
 * nothing but a mesh are never unpacked; a file that somebody packed by other means, in one large frame, is unpacked
 * from its beginning.
 */
export async function zstdBytes(source: ByteSource): Promise<BlendBytes> {
  const frames = (await readSeekTable(source)) ?? (await walkZstdFrames(source))
  const known = frames.filter(hasSmallSize)
  if (known.length === frames.length) return framedBytes(source, known)
  const forgetful = frames.some(({ windowBytes }) => windowBytes > limits.windowBytes)
  if (forgetful)
    throw new SceneBroken(
      'unsupported',
      'The file was compressed with more memory than is given to reading it. Save it from Blender, or pack it with a smaller window.',
    )
  return sequentialBytes({
    compression: 'zstd',
    packedSize: source.size,
    open: () => unpackInOrder(source, frames),
  })
}

function hasSmallSize(frame: ZstdFrame): frame is KnownFrame {
  return frame.unpackedBytes !== undefined && frame.unpackedBytes <= limits.frameBytes
}

async function* unpackInOrder(
  source: ByteSource,
  frames: readonly ZstdFrame[],
): AsyncGenerator<Uint8Array> {
  for (const { start, bytes } of frames)
    yield* unzstd.frameStream(feed(sliceSource(source, start, bytes)))
}
