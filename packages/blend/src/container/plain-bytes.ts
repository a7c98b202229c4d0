import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'

/**
 * A .blend that is not compressed. A jump (over a mesh, say) reads little; reading on reads four times more each time,
 * so that both few large blocks and many small ones take few reads.
 */
export function plainBytes(source: ByteSource): BlendBytes {
  let start = 0
  let end = 0
  let page: number = limits.pageBytesMin
  return {
    compression: 'none',
    size: source.size,
    async load(offset, least) {
      // A small step over a body is no jump: its page would have been read all the same.
      const readsOn = offset > start && offset <= end + limits.pageBytesMin
      page = readsOn ? Math.min(page * 4, limits.pageBytesMax) : limits.pageBytesMin
      const bytes = await source.read(offset, Math.max(least, page))
      start = offset
      end = offset + bytes.length
      return bytes
    },
    async [Symbol.asyncDispose]() {},
  }
}
