import type { BlendCompression } from '@gridloom/contract/rendering/blend-facts'
import { SceneBroken } from '../scene-broken.ts'
import type { BlendBytes } from './blend-bytes.ts'
import { unpackingBudget } from './unpacking-budget.ts'

interface Packed {
  readonly compression: BlendCompression
  /** The size of the compressed bytes, which limits that of the unpacked ones. */
  readonly packedSize: number
  /** Unpacks from the start; called again for every step back. */
  open(): AsyncIterable<Uint8Array>
}

/**
 * Bytes that can only be unpacked from the start: reading on is cheap, a step back starts again. Buffers one chunk at a
 * time. Errors of the decoder become `damaged`.
 */
export function sequentialBytes({ compression, packedSize, open }: Packed): BlendBytes {
  const budget = unpackingBudget(packedSize)
  let pieces: AsyncIterator<Uint8Array> | undefined
  let held: Uint8Array = new Uint8Array(0)
  let start = 0

  async function close() {
    const ending = pieces
    pieces = undefined
    await ending?.return?.()
  }

  async function next(): Promise<Uint8Array | undefined> {
    pieces ??= open()[Symbol.asyncIterator]()
    try {
      const step = await pieces.next()
      return step.done ? undefined : step.value
    } catch (cause) {
      if (cause instanceof SceneBroken) throw cause
      throw new SceneBroken('damaged', 'The file is damaged: it cannot be decompressed.', { cause })
    }
  }

  return {
    compression,
    size: undefined,
    async load(offset, least) {
      if (offset < start) {
        await close()
        held = new Uint8Array(0)
        start = 0
        budget.restart()
      }
      while (start + held.length < offset + least) {
        const piece = await next()
        if (!piece) break
        budget.spend(piece.length)
        const kept = held.subarray(Math.min(held.length, Math.max(0, offset - start)))
        start = start + held.length - kept.length
        held = kept.length === 0 ? piece : joined(kept, piece)
      }
      return held.subarray(Math.min(held.length, offset - start))
    },
    [Symbol.asyncDispose]: close,
  }
}

function joined(first: Uint8Array, second: Uint8Array) {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
