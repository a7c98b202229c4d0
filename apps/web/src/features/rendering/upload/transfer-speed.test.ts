import { describe, expect, it } from 'vitest'
import { type Mark, secondsLeft, speedOf, withMark } from './transfer-speed.ts'

describe('the speed of a transfer', () => {
  it('is what came in the last ten seconds, by their length', () => {
    expect(speedOf(marks([0, 0], [1_000, 500], [2_000, 4_000]))).toBe(2_000)
  })

  it('is not told from half a second: one piece that arrives at once is no speed', () => {
    expect(speedOf(marks([0, 0], [400, 1_000_000]))).toBeNull()
    expect(speedOf([])).toBeNull()
  })

  it('forgets what is older, so that a slow beginning does not weigh on it', () => {
    let kept: Mark[] = []
    for (const mark of marks([0, 0], [9_000, 10], [12_000, 3_010])) kept = withMark(kept, mark)
    expect(kept.map(({ atMs }) => atMs)).toEqual([9_000, 12_000])
    expect(speedOf(kept)).toBe(1_000)
  })

  it('is never below nothing, where the server was less far than was thought', () => {
    expect(speedOf(marks([0, 500], [1_000, 100]))).toBe(0)
  })
})

describe('the time that is left', () => {
  it('is the rest at that speed, rounded up', () => {
    expect(secondsLeft(1_001, 100)).toBe(11)
  })

  it('is not told while nothing moves', () => {
    expect(secondsLeft(1_000, null)).toBeNull()
    expect(secondsLeft(1_000, 0)).toBeNull()
  })
})

function marks(...pairs: readonly (readonly [atMs: number, bytes: number])[]): Mark[] {
  return pairs.map(([atMs, bytes]) => ({ atMs, bytes }))
}
