import type { z } from 'zod'

/** What came is not lines of the shape that was agreed. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
}

/** A line longer than this is a fault of the sender (a `hello` of a machine with hundreds of images is ~100 kB). */
export const lineBytesMax = 4 * 1024 * 1024
const newline = 0x0a

/**
 * Bytes as JSON values, one a line, each parsed with the schema. Asks for more bytes only when the
 * reader asks for more values. @throws {BadLine} for one that is too long, cut off or of another shape
 */
export async function* parseLines<T extends z.ZodType>(
  bytes: AsyncIterable<Buffer>,
  schema: T,
): AsyncGenerator<z.output<T>, void> {
  for await (const line of splitLines(bytes)) {
    const parsed = schema.safeParse(jsonOf(line))
    if (!parsed.success) {
      throw new BadLine(`line of the wrong shape: ${brief(line)}`, { cause: parsed.error })
    }
    yield parsed.data
  }
}

async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const lines = new LineSplitter()
  for await (const chunk of bytes) yield* lines.add(chunk)
  if (lines.isCutOff()) throw new BadLine('the last line is cut off')
}

/** Puts lines together out of the pieces that bytes come in. */
export class LineSplitter {
  #pieces: Buffer[] = []
  #pending = 0

  /** The lines that end in this piece. @throws {BadLine} for one that is too long */
  add(chunk: Buffer): string[] {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      lines.push(this.#lineWith(chunk.subarray(from, at)))
      from = at + 1
    }
    if (from === chunk.length) return lines
    this.#pieces.push(chunk.subarray(from))
    this.#pending += chunk.length - from
    if (this.#pending > lineBytesMax)
      throw new BadLine(`a line is longer than ${lineBytesMax} bytes`)
    return lines
  }

  /** Whether something came behind the last end of a line. */
  isCutOff(): boolean {
    return this.#pending > 0
  }

  #lineWith(end: Buffer): string {
    if (this.#pieces.length === 0) return end.toString()
    const line = Buffer.concat([...this.#pieces, end]).toString()
    this.#pieces = []
    this.#pending = 0
    return line
  }
}

/** @throws {BadLine} for what is no JSON */
export function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BadLine(`not JSON: ${brief(line)}`, { cause })
  }
}

function brief(line: string): string {
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
