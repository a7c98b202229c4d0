/** Progress of a transfer at a point in time. */
export interface TransferMark {
  readonly atMs: number
  readonly bytes: number
}

const windowMs = 10_000

/** Appends a mark and drops those older than ten seconds, so that the speed is current. */
export function withMark(marks: readonly TransferMark[], mark: TransferMark): TransferMark[] {
  return [...marks.filter(({ atMs }) => mark.atMs - atMs <= windowMs), mark]
}

/** Returns bytes per second over the marks; `null` if they cover less than half a second. */
export function speedOf(marks: readonly TransferMark[]): number | null {
  const first = marks[0]
  const last = marks.at(-1)
  if (first === undefined || last === undefined || last.atMs - first.atMs < 500) return null
  return Math.max(0, ((last.bytes - first.bytes) * 1_000) / (last.atMs - first.atMs))
}

/** Returns the seconds left at this speed; `null` if unknown. */
export function transferSecondsLeft(restBytes: number, bytesPerS: number | null): number | null {
  if (bytesPerS === null || bytesPerS <= 0) return null
  return Math.ceil(restBytes / bytesPerS)
}
