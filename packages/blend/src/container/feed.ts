import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'

/** Yields a source from start to end. */
export async function* feed(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; ) {
    const page = await source.read(offset, limits.pageBytesMax)
    if (page.length === 0) return
    offset += page.length
    yield page
  }
}
