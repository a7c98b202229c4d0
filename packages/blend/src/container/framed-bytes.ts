import { unzstd } from '#unzstd'
import { SceneBroken } from '../scene-broken.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { unpackingBudget } from './unpacking-budget.ts'
import type { KnownFrame } from './zstd-frames.ts'

/** Reads anywhere in a file of small frames: unpacks only the frames that are needed, and caches the last one. */
export function framedBytes(source: ByteSource, frames: readonly KnownFrame[]): BlendBytes {
  const starts = unpackedStarts(frames)
  const size = starts[frames.length] ?? 0
  const budget = unpackingBudget(source.size)
  let kept: { index: number; bytes: Uint8Array } | undefined

  async function unpack(index: number, frame: KnownFrame): Promise<Uint8Array> {
    if (kept?.index === index) return kept.bytes
    budget.spend(frame.unpackedBytes)
    const bytes = await unpackFrame(source, frame)
    kept = { index, bytes }
    return bytes
  }

  return {
    compression: 'zstd',
    size,
    async load(offset, least) {
      const parts: Uint8Array[] = []
      let have = 0
      for (let index = frameAt(starts, offset); have < Math.max(1, least); index += 1) {
        const frame = frames[index]
        if (!frame) break
        const from = Math.max(0, offset - (starts[index] ?? 0))
        const part = (await unpack(index, frame)).subarray(from)
        parts.push(part)
        have += part.length
      }
      return joinAll(parts, have)
    },
    async [Symbol.asyncDispose]() {
      kept = undefined
    },
  }
}

async function unpackFrame(source: ByteSource, frame: KnownFrame): Promise<Uint8Array> {
  const packed = await source.read(frame.start, frame.bytes)
  if (packed.length < frame.bytes)
    throw new SceneBroken('truncated', 'The file is incomplete: its end is missing.')
  try {
    const bytes = await unzstd.frame(packed, frame.unpackedBytes)
    if (bytes.length === frame.unpackedBytes) return bytes
  } catch (cause) {
    throw new SceneBroken('damaged', 'The file is damaged: it cannot be decompressed.', { cause })
  }
  throw new SceneBroken('damaged', 'The file is damaged: it decompresses to an unexpected size.')
}

/** The offset of each frame in the unpacked file, and at the end its size. */
function unpackedStarts(frames: readonly KnownFrame[]): Float64Array {
  const starts = new Float64Array(frames.length + 1)
  for (const [index, frame] of frames.entries())
    starts[index + 1] = (starts[index] ?? 0) + frame.unpackedBytes
  return starts
}

/** Finds the last frame that starts at or before `offset`, by binary search. */
function frameAt(starts: Float64Array, offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low
}

function joinAll(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
