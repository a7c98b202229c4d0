import { Decompress, decompress } from 'fzstd'
import type { Unzstd } from './unzstd.ts'

export const unzstd: Unzstd = {
  frame: async (packed, unpackedSize) => decompress(packed, new Uint8Array(unpackedSize)),

  async *frameStream(packed) {
    const ready: Uint8Array[] = []
    const decoder = new Decompress((piece) => ready.push(piece))
    for await (const piece of packed) {
      decoder.push(piece)
      yield* ready.splice(0)
    }
    decoder.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  },
}
