import { setImmediate as nextTurn } from 'node:timers/promises'
import { ByteLines } from '@gridloom/async/byte-lines'
import { scanJson } from '@gridloom/domain/scan-json'
import type { z } from 'zod'

/** The response is not lines of the agreed shape. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
}

export interface LineOptions {
  lineBytesMax: number
  /** Called with each line's bytes before it is parsed. */
  onLine?: ((bytes: number) => void) | undefined
}

/** Lines that are parsed in one go; more would block the event loop for too long. */
const linesPerTurn = 64
const bytesPerTurn = 256 * 1_024
/** Lines up to this length are parsed faster than scanned. */
const unscannedBytesMax = 2_048
/** Twice what the largest honest message has; parsing so many takes some 50 ms at worst. */
const usualBounds = { depthMax: 32, valuesMax: 40_000 }

/**
 * Parses bytes as JSON values, one a line, each with the schema. Reads more bytes only when the reader requests more
 * values. @throws {BadLine} for one that is too long, cut off or of another shape
 */
export async function* parseLines<T extends z.ZodType>(
  bytes: AsyncIterable<Buffer>,
  schema: T,
  options: LineOptions,
): AsyncGenerator<z.output<T>, void> {
  let lines = 0
  let turnBytes = 0
  for await (const line of splitLines(bytes, options.lineBytesMax)) {
    options.onLine?.(line.length)
    lines += 1
    turnBytes += line.length
    if (lines >= linesPerTurn || turnBytes >= bytesPerTurn) {
      lines = 0
      turnBytes = 0
      await nextTurn()
    }
    const text = boundedTextOf(line)
    const parsed = schema.safeParse(parseJsonLine(text))
    if (!parsed.success) {
      throw new BadLine(`line of the wrong shape: ${brief(text)}`, { cause: parsed.error })
    }
    yield parsed.data
  }
}

async function* splitLines(
  bytes: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<Buffer, void> {
  const lines = createLineSplitter(lineBytesMax)
  for await (const chunk of bytes) yield* lines.add(chunk)
  if (lines.isCutOff()) throw new BadLine('the last line is cut off')
}

/** Splits bytes into lines of up to a length; a longer one is a {@link BadLine}. */
export function createLineSplitter(bytesMax: number): ByteLines {
  return new ByteLines({ bytesMax, fail: (problem) => new BadLine(problem) })
}

/** @throws {BadLine} for a line that costs more to parse than any that an agent writes */
export function boundedTextOf(line: Buffer, { valuesMax = usualBounds.valuesMax } = {}): string {
  if (line.length > unscannedBytesMax) {
    const found = scanJson(line, { ...usualBounds, valuesMax })
    if (found === 'too_deep' || found === 'too_many') throw new BadLine(`JSON that is ${found}`)
  }
  return line.toString()
}

/** @throws {BadLine} for invalid JSON */
export function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BadLine(`not JSON: ${brief(text)}`, { cause })
  }
}

function brief(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
