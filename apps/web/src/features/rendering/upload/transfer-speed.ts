/** How far a transfer was at one moment. */
export interface Mark {
  readonly atMs: number
  readonly bytes: number
}

const windowMs = 10_000

/** The marks with a new one, of the last ten seconds: what was long ago says nothing about now. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  return [...marks.filter(({ atMs }) => mark.atMs - atMs <= windowMs), mark]
}

/** Bytes a second over the marks; `null` while there is too little to tell. */
export function speedOf(marks: readonly Mark[]): number | null {
  const first = marks[0]
  const last = marks.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < 500) return null
  return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs))
}

/** Seconds until all is sent at this speed; `null` where that cannot be told. */
export function secondsLeft(restBytes: number, bytesPerS: number | null): number | null {
  if (bytesPerS === null || bytesPerS <= 0) return null
  return Math.ceil(restBytes / bytesPerS)
}
