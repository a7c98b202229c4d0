import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { type ChunkRecord, hasEnded, hasPictures } from './chunk-record.ts'

/** A chunk ends after it waited this long for a scene that is not sent. */
const fetchingMsMax = 60_000
/** An ended chunk is reported through at least two heartbeats, and at most this long unless it has pictures. */
const reportedMsMin = 12_000
const reportedMsMax = 120_000
/** Its log can be read this long; pictures that are not taken are kept longer. */
const keptMs = 10 * 60_000
const picturesKeptMs = 24 * 60 * 60_000

/** Returns whether a chunk is still reported: until the control plane has seen its end and taken its pictures. */
export function isReported(record: ChunkRecord, nowMs: number): boolean {
  if (!hasEnded(record) || hasPictures(record)) return true
  const sinceMs = nowMs - (record.endedAtMs ?? nowMs)
  return sinceMs < reportedMsMin || (!record.isAcknowledged && sinceMs < reportedMsMax)
}

/** Finished parts per message: about half of its bytes. */
const partsPerMessage = 2 * agentLimits.pieces

/**
 * Returns the chunks that go into one message, those at work first. Ended ones whose pictures have not been taken for
 * long may exceed one message; they are reported once others were taken.
 */
export function fittingOneMessage(records: readonly ChunkRecord[]): ChunkRecord[] {
  let parts = 0
  return records
    .toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)))
    .slice(0, agentLimits.chunks)
    .filter((record) => {
      parts += record.parts.size
      return parts <= partsPerMessage
    })
}

/** Returns whether a chunk can be forgotten. */
export function isSpent(record: ChunkRecord, nowMs: number): boolean {
  if (!hasEnded(record)) return false
  const sinceMs = nowMs - (record.endedAtMs ?? nowMs)
  return sinceMs >= (hasPictures(record) ? picturesKeptMs : keptMs)
}

export function waitedTooLong({ fetchingSinceMs }: ChunkRecord, nowMs: number): boolean {
  return fetchingSinceMs !== undefined && nowMs - fetchingSinceMs >= fetchingMsMax
}
