import { type ChunkRecord, hasEnded, hasPictures } from './chunk-record.ts'

/** A chunk that waits this long for a scene which nobody sends has ended. */
const fetchingMsMax = 60_000
/** An ended chunk is told through at least two heartbeats, and at most this long unless it has pictures. */
const toldMsMin = 12_000
const toldMsMax = 120_000
/** Its log can be read this long; pictures that nobody takes are kept longer. */
const keptMs = 10 * 60_000
const picturesKeptMs = 24 * 60 * 60_000

/** Whether the control plane has to hear of a chunk: until it has seen the end of it, and taken what it made. */
export function isReported(record: ChunkRecord, nowMs: number): boolean {
  if (!hasEnded(record) || hasPictures(record)) return true
  const sinceMs = nowMs - (record.endedAtMs ?? nowMs)
  return sinceMs < toldMsMin || (!record.isAcknowledged && sinceMs < toldMsMax)
}

/** Whether nothing of a chunk is of use to anybody any more. */
export function isSpent(record: ChunkRecord, nowMs: number): boolean {
  if (!hasEnded(record)) return false
  const sinceMs = nowMs - (record.endedAtMs ?? nowMs)
  return sinceMs >= (hasPictures(record) ? picturesKeptMs : keptMs)
}

export function waitedTooLong({ fetchingSinceMs }: ChunkRecord, nowMs: number): boolean {
  return fetchingSinceMs !== undefined && nowMs - fetchingSinceMs >= fetchingMsMax
}
