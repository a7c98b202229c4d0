import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChunkSituation, chunkPartsMax, chunkSize } from './chunk-size.ts'

const situation = fc.record({
  targetS: fc.integer({ min: 60, max: 180 }),
  referenceMsPerPart: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  score: fc.option(fc.double({ min: 0.01, max: 100, noNaN: true })),
  remaining: fc.nat(200_000),
  machines: fc.integer({ min: 1, max: 1_000 }),
})

describe('chunkSize', () => {
  it('fills the target time of the machine', () => {
    expect(chunkSize(aSituation({ referenceMsPerPart: 10_000, score: 1 }))).toBe(12)
    expect(chunkSize(aSituation({ referenceMsPerPart: 10_000, score: 2 }))).toBe(24)
    expect(chunkSize(aSituation({ referenceMsPerPart: 10_000, score: 0.5 }))).toBe(6)
    expect(chunkSize(aSituation({ referenceMsPerPart: 10_000, targetS: 60 }))).toBe(6)
  })

  it('is one until the time of a part is known, and for a part longer than the target', () => {
    expect(chunkSize(aSituation({ referenceMsPerPart: null }))).toBe(1)
    expect(chunkSize(aSituation({ score: null }))).toBe(1)
    expect(chunkSize(aSituation({ score: 0 }))).toBe(1)
    expect(chunkSize(aSituation({ referenceMsPerPart: 3_600_000 }))).toBe(1)
  })

  it('shrinks near the end, so that machines end about together', () => {
    const near = { referenceMsPerPart: 1_000, machines: 4 }
    expect(chunkSize(aSituation({ ...near, remaining: 80 }))).toBe(10)
    expect(chunkSize(aSituation({ ...near, remaining: 8 }))).toBe(1)
    expect(chunkSize(aSituation({ ...near, remaining: 1 }))).toBe(1)
    expect(chunkSize(aSituation({ ...near, remaining: 0 }))).toBe(0)
  })

  it('is at least one while parts remain, and at most the remaining parts or the maximum', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const size = chunkSize(given)
        expect(Number.isInteger(size)).toBe(true)
        expect(size >= Math.min(1, given.remaining)).toBe(true)
        expect(size <= Math.min(given.remaining, chunkPartsMax)).toBe(true)
      }),
    )
  })

  it('never takes a machine longer than the target, except for a single part', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const size = chunkSize(given)
        const ms = (size * (given.referenceMsPerPart ?? 0)) / (given.score ?? 1)
        expect(size <= 1 || ms <= given.targetS * 1_000 * 1.000001).toBe(true)
      }),
    )
  })

  it('empties every queue with any number of machines', () => {
    fc.assert(
      fc.property(situation, (given) => {
        let remaining = given.remaining % 3_000
        let claims = 0
        while (remaining > 0 && claims < 1_000_000) {
          remaining -= chunkSize({ ...given, remaining })
          claims += 1
        }
        expect(remaining).toBe(0)
      }),
      { numRuns: 20 },
    )
  })
})

function aSituation(given: Partial<ChunkSituation> = {}): ChunkSituation {
  return {
    targetS: 120,
    referenceMsPerPart: 10_000,
    score: 1,
    remaining: 100_000,
    machines: 2,
    ...given,
  }
}
