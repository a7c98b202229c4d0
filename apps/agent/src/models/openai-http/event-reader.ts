import { isUtf8 } from 'node:buffer'
import { createParser } from 'eventsource-parser'
import { UpstreamBroken } from './upstream-broken.ts'

/** What an engine sends before an event is whole may be this long; the longest that engines write are of tool calls. */
export const eventCharsMax = 1024 * 1024

/** Takes apart a stream of server-sent events as it comes. */
export interface EventReader {
  /**
   * Gives the data of each event that is whole now to `onData`.
   * @throws UpstreamBroken for an event that is too long or bytes that are not UTF-8, once the events before are given
   */
  push(bytes: Uint8Array, onData: (data: string) => void): void
}

export function createEventReader(): EventReader {
  let give: (data: string) => void = () => undefined
  let cut: Uint8Array = new Uint8Array()
  const parser = createParser({
    maxBufferSize: eventCharsMax,
    onEvent: ({ data }) => give(data),
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return
      throw new UpstreamBroken('The engine sent an event longer than 1 MiB.')
    },
  })

  return {
    push(bytes, onData) {
      give = onData
      const all = cut.length === 0 ? viewOf(bytes) : Buffer.concat([cut, bytes])
      const whole = all.subarray(0, all.length - cutCharacterBytes(all))
      cut = all.subarray(whole.length)
      const text = whole.toString('utf8')
      if (isUtf8(whole)) return parser.feed(text)
      parser.feed(text.slice(0, text.lastIndexOf('\n', text.indexOf('\uFFFD')) + 1))
      throw new UpstreamBroken('The engine sent bytes that are not UTF-8.')
    },
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** How many bytes at the end begin a character whose other bytes are still to come. Source: RFC 3629, section 3. */
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
