import { TextLines } from '@gridloom/async/text-lines'

/** Far more than an engine says in one message. */
const lineCharsMax = 16 * 1024 * 1024

/**
 * Objects of a stream that holds one JSON value a line. A line that is not JSON is passed over: the
 * engine separates some of its messages by blank lines.
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
    // @NOTE a torn last line when the engine ends: what it said before counts
    return []
  }
}
