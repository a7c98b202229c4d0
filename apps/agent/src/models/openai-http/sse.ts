import { isUtf8 } from 'node:buffer'
import { UpstreamBroken } from './upstream-broken.ts'
import { utf8TextOf } from './utf8.ts'

/** A line may be this long; the longest that engines write are of tool calls. */
export const lineBytesMax = 1024 * 1024

/** Takes apart a stream of server-sent events as it comes. */
export interface EventReader {
  /**
   * Tells the `data` of each line that is whole now (WHATWG, "Server-sent events"; engines write each event's data in one
   * line). @throws UpstreamBroken for a line that is too long or no UTF-8, once those before it are told
   */
  push(bytes: Uint8Array, hear: (data: string) => void): void
}

const newline = 10

export function createEventReader(): EventReader {
  let held: Uint8Array[] = []
  let heldBytes = 0

  /** The bytes with what was held before them. */
  function joined(bytes: Uint8Array): Uint8Array {
    if (heldBytes === 0) return bytes
    const whole = Buffer.concat([...held, bytes])
    held = []
    heldBytes = 0
    return whole
  }

  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes > lineBytesMax) throw tooLong()
  }

  return {
    push: (bytes, hear) => {
      const end = bytes.lastIndexOf(newline)
      if (end === -1) return hold(bytes)
      hearLines(joined(bytes.subarray(0, end)), hear)
      hold(bytes.subarray(end + 1))
    },
  }
}

function hearLines(bytes: Uint8Array, hear: (data: string) => void): void {
  // Most often all is well, and read at once.
  if (isUtf8(bytes)) {
    for (const line of utf8TextOf(bytes).split('\n')) hearLine(line, hear)
    return
  }
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(newline, from)
    const line = bytes.subarray(from, at === -1 ? bytes.length : at)
    hearLine(utf8TextOf(line), hear)
    from += line.length + 1
  }
}

function hearLine(line: string, hear: (data: string) => void): void {
  if (line.length > lineBytesMax) throw tooLong()
  if (!line.startsWith('data:')) return
  const data = line.slice(line.startsWith('data: ') ? 6 : 5)
  hear(data.endsWith('\r') ? data.slice(0, -1) : data)
}

function tooLong(): UpstreamBroken {
  return new UpstreamBroken('The engine sent a line longer than 1 MiB.')
}
