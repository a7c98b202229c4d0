/** One event as it came over the wire. */
export interface WireEvent {
  event: string
  data: string
  id: string | undefined
}

/**
 * Reads `text/event-stream` piece by piece (WHATWG HTML, section 9.2.6). Returns the events that a
 * piece completes; comments only show that the server lives, and give none.
 */
export function createSseParser(): (piece: string) => WireEvent[] {
  let rest = ''
  let event = ''
  let lines: string[] = []
  let id: string | undefined

  function takeField(line: string): void {
    const colon = line.indexOf(':')
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    if (name === 'data') lines.push(value)
    if (name === 'id' && !value.includes('\0')) id = value
  }

  function finishEvent(): WireEvent[] {
    const complete =
      lines.length > 0 ? [{ event: event || 'message', data: lines.join('\n'), id }] : []
    event = ''
    lines = []
    return complete
  }

  return (piece) => {
    const [whole, open] = splitLines(rest + piece)
    rest = open
    return whole.flatMap((line) => {
      if (line === '') return finishEvent()
      takeField(line)
      return []
    })
  }
}

/** Whole lines, and what is left. A carriage return at the very end may be half of a CRLF: it waits. */
function splitLines(text: string): [string[], string] {
  const waiting = text.endsWith('\r') ? '\r' : ''
  const lines = (waiting ? text.slice(0, -1) : text).split(/\r\n|\n|\r/)
  return [lines.slice(0, -1), (lines.at(-1) ?? '') + waiting]
}
