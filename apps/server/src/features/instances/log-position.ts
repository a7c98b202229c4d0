import { z } from 'zod'

/**
 * The position of a log reader: the time stamp of the last line, and the number of earlier lines with the same stamp. A
 * fast container writes several lines with one stamp.
 */
export interface LogPosition {
  at: string
  earlier: number
}

const Text = z.string().regex(/^[^/]{10,40}\/\d{1,7}$/)

export function positionText({ at, earlier }: LogPosition): string {
  return `${at}/${earlier}`
}

/** Parses a position that a reader sent back; `undefined` when it is malformed. */
export function readPosition(text: string | undefined): LogPosition | undefined {
  if (!Text.safeParse(text).success) return undefined
  const [at = '', earlier = ''] = (text ?? '').split('/')
  return Number.isNaN(Date.parse(at)) ? undefined : { at, earlier: Number(earlier) }
}

/**
 * Yields each line with its position, and skips those up to and including `after`. Lines must come in order of their
 * stamps, from `after.at` on where it is given.
 */
export async function* positioned<Line extends { at: string }>(
  lines: AsyncIterable<Line>,
  after: LogPosition | undefined,
): AsyncGenerator<{ line: Line; position: LogPosition }, void> {
  let position: LogPosition | undefined
  for await (const line of lines) {
    const earlier = position?.at === line.at ? position.earlier + 1 : 0
    position = { at: line.at, earlier }
    if (after === undefined || isBehind(position, after)) yield { line, position }
  }
}

function isBehind(position: LogPosition, after: LogPosition): boolean {
  return position.at === after.at ? position.earlier > after.earlier : position.at > after.at
}
