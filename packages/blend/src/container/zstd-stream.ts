import { unzstd } from '#unzstd'
import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import { ByteTape } from './byte-tape.ts'
import {
  readSkippable,
  readZstdBlockHead,
  readZstdFrameHeader,
  zstdBlockHeadBytes,
  zstdHeaderBytes,
} from './zstd-header.ts'

/** The minimum start of any frame, enough to compute its length. */
const beginningBytes = 5
const skippableHeadBytes = 8

/** Unpacks all frames of a stream, one after another. Throws `damaged`, `truncated` and `unsupported`. */
export async function* unpackZstdStream(
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  await using tape = new ByteTape(packed)
  for (;;) {
    const beginning = await tape.read(beginningBytes)
    if (beginning.length === 0) return
    const headBytes = zstdHeaderBytes(beginning) ?? skippableHeadBytes
    const head = joined(beginning, await tape.read(headBytes - beginning.length))
    const skipped = readSkippable(head)
    if (skipped === undefined) yield* unzstd.frameStream(frameParts(tape, head))
    else await tape.skip(skipped - head.length)
  }
}

/** Yields exactly the bytes of one frame, by the headers of its blocks. */
async function* frameParts(tape: ByteTape, head: Uint8Array): AsyncGenerator<Uint8Array> {
  const header = readZstdFrameHeader(head)
  if (!header) throw new SceneBroken('damaged', 'The file is damaged: it cannot be decompressed.')
  if (header.windowBytes > limits.windowBytes) throw needsMuchMemory()
  yield head
  for (;;) {
    const blockHead = await tape.read(zstdBlockHeadBytes)
    const block = readZstdBlockHead(blockHead)
    if (!block) throw new SceneBroken('truncated', 'The file is incomplete: its end is missing.')
    yield blockHead
    yield* tape.parts(block.bytes)
    if (block.isLast) break
  }
  yield* tape.parts(header.checksumBytes)
}

function needsMuchMemory() {
  return new SceneBroken(
    'unsupported',
    'The file needs too much memory to decompress. Save it again in Blender.',
  )
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
