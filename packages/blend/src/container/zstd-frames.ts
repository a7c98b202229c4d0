import { SceneBroken } from '../scene-broken.ts'
import type { ByteSource } from '../source.ts'
import {
  readSkippable,
  readZstdBlockHead,
  readZstdFrameHeader,
  zstdBlockHeadBytes,
  zstdHeaderBytesMax,
} from './zstd-header.ts'

/** A frame of a zstd file: its position, and the size of its content. */
export interface ZstdFrame {
  /** The offset in the compressed file. */
  readonly start: number
  readonly bytes: number
  /** `undefined` if the packer did not write it. */
  readonly unpackedBytes: number | undefined
}

/** A frame with a known unpacked size. */
export interface KnownFrame extends ZstdFrame {
  readonly unpackedBytes: number
}

/**
 * Finds all frames by their headers and those of their blocks (128 KiB at most), without unpacking: for files without a
 * seek table. Throws `truncated` and `damaged`.
 */
export async function walkZstdFrames(source: ByteSource): Promise<ZstdFrame[]> {
  const frames: ZstdFrame[] = []
  let start = 0
  while (start < source.size) {
    const head = await source.read(start, zstdHeaderBytesMax)
    const skipped = readSkippable(head)
    if (skipped !== undefined) {
      start += skipped
      continue
    }
    const header = readZstdFrameHeader(head)
    if (!header) throw new SceneBroken('damaged', 'The file is damaged: it cannot be decompressed.')
    const blocksEnd = await endOfBlocks(source, start + header.headerBytes)
    const bytes = blocksEnd + header.checksumBytes - start
    frames.push({ start, bytes, unpackedBytes: header.contentBytes })
    start += bytes
  }
  return frames
}

async function endOfBlocks(source: ByteSource, start: number): Promise<number> {
  for (let at = start; ; ) {
    const block = readZstdBlockHead(await source.read(at, zstdBlockHeadBytes))
    if (!block) throw new SceneBroken('truncated', 'The file is incomplete: its end is missing.')
    at += zstdBlockHeadBytes + block.bytes
    // A last block that reaches past the end has nothing after it: the next read reports that.
    if (block.isLast && at <= source.size) return at
  }
}
