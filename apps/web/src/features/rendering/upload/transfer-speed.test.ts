import { describe, expect, it } from 'vitest'
import { speedOf, type TransferMark, transferSecondsLeft, withMark } from './transfer-speed.ts'

describe('the speed of a transfer', () => {
  it('is the number of bytes received over the duration', () => {
    expect(speedOf(marks([0, 0], [1_000, 500], [2_000, 4_000]))).toBe(2_000)
  })

  it('is unknown for less than half a second, as one burst gives no speed', () => {
    expect(speedOf(marks([0, 0], [400, 1_000_000]))).toBeNull()
    expect(speedOf([])).toBeNull()
  })

  it('is measured over the last ten seconds, so that a slow start does not count', () => {
    let kept: TransferMark[] = []
    for (const mark of marks([0, 0], [9_000, 10], [12_000, 3_010])) kept = withMark(kept, mark)
    expect(kept.map(({ atMs }) => atMs)).toEqual([9_000, 12_000])
    expect(speedOf(kept)).toBe(1_000)
  })

  it('is never negative, even if the server has received less than assumed', () => {
    expect(speedOf(marks([0, 500], [1_000, 100]))).toBe(0)
  })
})

describe('the time left', () => {
  it('is the rest divided by the speed, rounded up', () => {
    expect(transferSecondsLeft(1_001, 100)).toBe(11)
  })

  it('is unknown while nothing is transferred', () => {
    expect(transferSecondsLeft(1_000, null)).toBeNull()
    expect(transferSecondsLeft(1_000, 0)).toBeNull()
  })
})

function marks(...pairs: readonly (readonly [atMs: number, bytes: number])[]): TransferMark[] {
  return pairs.map(([atMs, bytes]) => ({ atMs, bytes }))
}
