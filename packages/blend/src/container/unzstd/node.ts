import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdDecompress } from 'node:zlib'
import { limits } from '../../limits.ts'
import type { Unzstd } from './unzstd.ts'

const decompress = promisify(zstdDecompress)

export const unzstd: Unzstd = {
  frame: async (packed, unpackedSize) =>
    asPlainBytes(await decompress(packed, { maxOutputLength: unpackedSize })),

  async *frameStream(packed) {
    const decoder = createZstdDecompress({
      params: { [constants.ZSTD_d_windowLogMax]: Math.log2(limits.windowBytes) },
    })
    // @NOTE iterating the decoder throws the same error, and stopping early is not an error.
    const feeding = pipeline(packed, decoder).catch(() => undefined)
    for await (const piece of decoder) yield asPlainBytes(piece)
    await feeding
  },
}

/** A Buffer's `slice` copies nothing, and would keep a whole frame in memory for a few bytes. */
function asPlainBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
