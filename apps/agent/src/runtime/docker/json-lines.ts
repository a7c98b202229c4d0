import { TextLines } from '@gridloom/async/text-lines'

/** Far more than any message of an engine. */
const lineCharsMax = 16 * 1024 * 1024

/**
 * Yields the values of a stream with one JSON value per line. A line that is not JSON is skipped: the engine separates
 * some of its messages by blank lines.
 */
export async function* jsonLines(stream: AsyncIterable<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder()
  const lines = new TextLines({ charsMax: lineCharsMax, tooLong: 'throw' })
  for await (const piece of stream)
    for (const line of lines.add(decoder.decode(piece, { stream: true }))) yield* parsed(line)
  yield* parsed(lines.rest())
}

function parsed(line: string): unknown[] {
  if (line.trim() === '') return []
  try {
    return [JSON.parse(line)]
  } catch {
    // @NOTE the last line may be truncated when the engine ends: the lines before it count
    return []
  }
}
