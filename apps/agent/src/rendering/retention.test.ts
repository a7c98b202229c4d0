import { describe, expect, it } from 'vitest'
import { aChunk, bytesOf, contentHashOf } from '../../test/render-builders.ts'
import { type ChunkRecord, newChunk, samplingPart } from './chunk-record.ts'
import { fittingOneMessage, isReported, isSpent, waitedTooLong } from './retention.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('a chunk', () => {
  it('is reported and kept until it ends', () => {
    const record = aRecord({ phase: 'rendering', endedAtMs: undefined })
    expect(isReported(record, 1_000 * hour)).toBe(true)
    expect(isSpent(record, 1_000 * hour)).toBe(false)
  })

  it.each([
    ['two heartbeats, also where it was acknowledged', 11 * second, true, true],
    ['no longer where it was acknowledged', 12 * second, true, false],
    ['two minutes where nobody spoke of it', 119 * second, false, true],
    ['no longer than that', 120 * second, false, false],
  ])('is reported after its end for %s', (_, sinceMs, isAcknowledged, expected) => {
    expect(isReported(aRecord({ isAcknowledged }), sinceMs)).toBe(expected)
  })

  it('is kept for ten minutes because of its log', () => {
    expect(isSpent(aRecord(), 10 * minute - 1)).toBe(false)
    expect(isSpent(aRecord(), 10 * minute)).toBe(true)
  })

  it('is reported and kept for a day if its pictures were not taken', () => {
    const record = withPicture(aRecord({ isAcknowledged: true }))
    expect(isReported(record, 23 * hour)).toBe(true)
    expect(isSpent(record, 23 * hour)).toBe(false)
    expect(isSpent(record, 24 * hour)).toBe(true)
  })

  it('waits a minute for a scene that is not sent', () => {
    const record = aRecord({ phase: 'fetching', fetchingSinceMs: 5 * second })
    expect(waitedTooLong(record, 64 * second)).toBe(false)
    expect(waitedTooLong(record, 65 * second)).toBe(true)
    expect(waitedTooLong(aRecord(), hour)).toBe(false)
  })
})

/** A chunk that ended at 0. */
function aRecord(changes: Partial<ChunkRecord> = {}): ChunkRecord {
  const spec = aChunk(contentHashOf(bytesOf('scene')), [1])
  return { ...newChunk(spec), phase: 'ended', endedAtMs: 0, ...changes }
}

function withPicture(record: ChunkRecord): ChunkRecord {
  const file = { name: 'f_1.png', bytes: 1, sha256: contentHashOf(bytesOf('p')) }
  record.parts.set('1', { ...samplingPart('1'), state: 'done', file })
  return record
}

describe('the chunks of one message', () => {
  it('begin with those at work, and have no more parts than one message may', () => {
    const ended = Array.from({ length: 5 }, () => withParts(aRecord(), 900))
    const working = withParts(aRecord({ phase: 'rendering', endedAtMs: undefined }), 900)
    const reported = fittingOneMessage([...ended, working])
    expect(reported[0]).toBe(working)
    expect(reported).toHaveLength(2)
  })
})

function withParts(record: ChunkRecord, parts: number): ChunkRecord {
  for (let part = 0; part < parts; part += 1)
    record.parts.set(String(part), samplingPart(String(part)))
  return record
}
