import type { BlendBytes } from '../container/blend-bytes.ts'
import { limits } from '../limits.ts'
import { SceneBroken } from '../scene-broken.ts'
import { type BlockHead, blockCode, blockHeadBytes, readBlockHead } from './block-head.ts'
import type { BlendHeader } from './header.ts'

export interface BlockVisitor {
  /** Called for every block in the order of the file, `ENDB` included. Return `body` to receive the block's bytes. */
  meet(head: BlockHead, offset: number): 'skip' | 'body'
  /** Receives a requested body: valid only during the call. */
  take(head: BlockHead, body: Uint8Array): void
}

const endCode = blockCode('ENDB')

/**
 * Walks through all blocks of a file, reading their headers and the requested bodies, nothing in between. Awaits only
 * at the end of the loaded page: a file may have millions of blocks.
 * Throws `truncated`, `damaged`, `too_complex`, and the reason of `signal`.
 */
export async function walkBlocks(
  bytes: BlendBytes,
  header: BlendHeader,
  visitor: BlockVisitor,
  signal?: AbortSignal,
): Promise<void> {
  const headBytes = blockHeadBytes(header)
  const page = new Page(bytes, signal)
  let offset = header.bytes
  for (let count = 0; count < limits.blocks; count += 1) {
    if (!page.holds(offset, headBytes)) await page.turn(offset, headBytes)
    const head = readBlockHead(page.view, offset - page.start, header)
    const bodyStart = offset + headBytes
    checkLength(head, bodyStart, bytes.size)
    const decision = visitor.meet(head, offset)
    if (head.code === endCode) return
    if (decision === 'body') {
      if (!page.holds(bodyStart, head.length)) await page.turn(bodyStart, head.length)
      visitor.take(head, page.slice(bodyStart, head.length))
    }
    offset = bodyStart + head.length
  }
  throw new SceneBroken('too_complex', 'The file has too many blocks.')
}

function checkLength({ length }: BlockHead, bodyStart: number, size: number | undefined) {
  if (!Number.isSafeInteger(length) || length < 0)
    throw new SceneBroken('damaged', 'The file is damaged: a block has an invalid length.')
  if (size !== undefined && bodyStart + length > size) throw truncated()
}

function truncated() {
  return new SceneBroken('truncated', 'The file is incomplete: its end is missing.')
}

/** The loaded bytes. */
class Page {
  readonly #source: BlendBytes
  readonly #signal: AbortSignal | undefined
  #bytes: Uint8Array = new Uint8Array(0)
  view = new DataView(this.#bytes.buffer)
  start = 0

  constructor(source: BlendBytes, signal: AbortSignal | undefined) {
    this.#source = source
    this.#signal = signal
  }

  holds(offset: number, length: number): boolean {
    return offset >= this.start && offset + length <= this.start + this.#bytes.length
  }

  async turn(offset: number, least: number): Promise<void> {
    this.#signal?.throwIfAborted()
    this.#bytes = await this.#source.load(offset, least)
    this.start = offset
    this.view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
    if (this.#bytes.length < least) throw truncated()
  }

  slice(offset: number, length: number): Uint8Array {
    const from = offset - this.start
    return this.#bytes.subarray(from, from + length)
  }
}
