import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'
import type { BlendBytes } from './blend-bytes.ts'

/**
 * An uncompressed .blend. A jump (over a mesh, say) reads little; sequential reading reads four times more each time,
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
      // A small step over a body is not a jump: its page would have been read anyway.
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
