import type { LogLine } from '@gridloom/contract/instances/logs'

/** One frame of the engine's multiplexed stream: 1 byte of stream, 3 unused bytes, 4 bytes of length. */
export interface Frame {
  stream: 'stdout' | 'stderr'
  bytes: Buffer
}

/** A stream of the engine holds no frames: its connection ends. */
class OutOfStep extends Error {
  override readonly name = 'OutOfStep'
}

export const headerBytes = 8
const stderrStream = 2

/** Writes the header of a frame of standard output into its first bytes. */
export function writeStdoutHeader(frame: Buffer, bytes: number): void {
  frame.writeUInt32BE(0x01_00_00_00, 0)
  frame.writeUInt32BE(bytes, 4)
}

/** A header with a larger length is not a header: the stream is out of step. */
const frameBytesMax = 16 * 1024 * 1024

/**
 * Parses the engine's multiplexed stream. Source: Docker Engine API, "Stream format" of `POST /containers/{id}/attach`.
 */
export async function* readLogFrames(stream: AsyncIterable<Uint8Array>): AsyncIterable<Frame> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of stream) {
    held = held.length === 0 ? Buffer.from(piece) : Buffer.concat([held, piece])
    while (held.length >= headerBytes) {
      const length = held.readUInt32BE(4)
      if (length > frameBytesMax) throw new OutOfStep(`a frame of ${length} bytes`)
      if (held.length < headerBytes + length) break
      const bytes = held.subarray(headerBytes, headerBytes + length)
      yield { stream: held[0] === stderrStream ? 'stderr' : 'stdout', bytes }
      held = held.subarray(headerBytes + length)
    }
  }
}

export const lineCharsMax = 16 * 1024

/** `2026-11-21T03:02:27.123456789Z text` → a line. The engine splits lines of over 16 KiB itself. */
const stamped = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)) ?(.*)$/s

/** Returns the lines of one frame of a log with timestamps. A line without a timestamp gets the one before it. */
export function linesOf(frame: Frame, lastAt: string): LogLine[] {
  const lines: LogLine[] = []
  let at = lastAt
  for (const piece of frame.bytes.toString('utf8').replace(/\n$/, '').split('\n')) {
    const found = stamped.exec(piece)
    at = found?.[1] ?? at
    const text = (found?.[2] ?? piece).replace(/\r$/, '')
    lines.push({ at, stream: frame.stream, text: text.slice(0, lineCharsMax) })
  }
  return lines
}
