import { UpstreamBroken } from './upstream.ts'

/** A line may be this long; the longest that engines write are of tool calls. */
export const lineBytesMax = 1024 * 1024

/**
 * Takes apart a stream of server-sent events as it comes: each push gives the `data` of the lines that are whole now
 * (WHATWG, "Server-sent events"; engines write each event's data in one line). Throws {@link UpstreamBroken} for a line
 * that is too long and for bytes that are not UTF-8.
 */
export function createEventReader(): { push(bytes: Uint8Array): string[]; end(): void } {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''

  function decode(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch (cause) {
      throw new UpstreamBroken('The engine sent bytes that are not UTF-8.', { cause })
    }
  }

  return {
    push: (bytes) => {
      const lines = (rest + decode(bytes)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > lineBytesMax || lines.some(({ length }) => length > lineBytesMax)) {
        throw new UpstreamBroken('The engine sent a line longer than 1 MiB.')
      }
      return lines.flatMap(dataOf)
    },
    end: () => void decode(),
  }
}

function dataOf(line: string): string[] {
  if (!line.startsWith('data:')) return []
  return [line.slice(line.startsWith('data: ') ? 6 : 5).replace(/\r$/, '')]
}
