import { limits } from '../limits.ts'
import type { ByteSource } from '../source.ts'

/** A source from one end to the other, in pieces that are small enough for a decoder that may blow them up. */
export async function* feed(source: ByteSource): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let offset = 0; offset < source.size; ) {
    const page = await source.read(offset, limits.pageBytesMax / 4)
    if (page.length === 0) return
    offset += page.length
    for (let at = 0; at < page.length; at += limits.feedBytes)
      yield page.slice(at, at + limits.feedBytes)
  }
}
