import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'

/** A source from one end to the other. */
export async function* feed(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < source.size; ) {
    const page = await source.read(offset, limits.pageBytesMax)
    if (page.length === 0) return
    offset += page.length
    yield page
  }
}
