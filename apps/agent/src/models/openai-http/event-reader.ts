import { isUtf8 } from 'node:buffer'
import { createParser } from 'eventsource-parser'
import { UpstreamBroken } from './upstream-broken.ts'

/** Longest event that is buffered; the longest that engines send are of tool calls. */
export const eventCharsMax = 1024 * 1024

/** Reads whole events at a place in a text without the parser, and returns the place behind them. */
export type SkipEvents = (text: string, at: number) => number

/** Parses a stream of server-sent events as it arrives. */
export interface EventReader {
  /**
   * Calls `onData` with the data of each event that is complete now, but for those that `skip` reads itself.
   * @throws UpstreamBroken for an event that is too long or bytes that are not UTF-8, after the events before it
   */
  push(bytes: Uint8Array, onData: (data: string) => void, skip?: SkipEvents): void
}

export function createEventReader(): EventReader {
  let give: (data: string) => void = () => undefined
  let cut: Uint8Array = new Uint8Array()
  let isBetween = true
  const parser = createParser({
    maxBufferSize: eventCharsMax,
    onEvent: ({ data }) => give(data),
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return
      throw new UpstreamBroken('The engine sent an event longer than 1 MiB.')
    },
  })

  /** Feeds the parser event by event, and leaves those out that `skip` reads. */
  function feed(text: string, skip: SkipEvents): void {
    let at = 0
    while (at < text.length) {
      if (isBetween) at = skip(text, at)
      const end = text.indexOf(eventEnd, at)
      const to = end === -1 ? text.length : end + eventEnd.length
      if (to > at) {
        parser.feed(text.slice(at, to))
        isBetween = end !== -1
      }
      at = to
    }
  }

  return {
    push(bytes, onData, skip = skipNone) {
      give = onData
      const all = cut.length === 0 ? viewOf(bytes) : Buffer.concat([cut, bytes])
      const whole = all.subarray(0, all.length - cutCharacterBytes(all))
      cut = all.subarray(whole.length)
      const text = whole.toString('utf8')
      if (isUtf8(whole)) return feed(text, skip)
      parser.feed(text.slice(0, text.lastIndexOf('\n', text.indexOf('\uFFFD')) + 1))
      throw new UpstreamBroken('The engine sent bytes that are not UTF-8.')
    },
  }
}

/** Other ends of lines are left to the parser. */
const eventEnd = '\n\n'

function skipNone(_text: string, at: number): number {
  return at
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Returns how many bytes at the end belong to an incomplete character. Source: RFC 3629, section 3. */
function cutCharacterBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back) ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < size ? back : 0
  }
  return 0
}
