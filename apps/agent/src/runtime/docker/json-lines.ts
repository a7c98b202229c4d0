/**
 * Objects of a stream that holds one JSON value a line. A line that is not JSON is passed over: the
 * engine separates some of its messages by blank lines.
 */
export async function* jsonLines(stream: AsyncIterable<Uint8Array>): AsyncIterable<unknown> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield* parsed(line)
  }
  yield* parsed(rest)
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
