import { describe, expect, it } from 'vitest'
import { nextScore } from './next-score.ts'

describe('the score after a checked picture', () => {
  it.each([
    ['stays where it agrees', 2, 1_000, 2_000, 2],
    ['falls by a step where the machine is slower than its score', 2, 4_000, 2_000, 1.9],
    ['grows by a step where it is faster', 2, 100, 2_000, 2.1],
    ['goes no further than what was shown', 2, 1_000, 2_040, 2.04],
    ['never passes the most that there is', 64, 1, 1_000_000, 64],
    ['never falls below the least', 0.01, 1_000_000, 1, 0.01],
    ['stays where nothing is known', 2, 0, 2_000, 2],
  ])('%s', (_, score, renderMs, othersReferenceMs, next) => {
    expect(nextScore({ score, renderMs, othersReferenceMs })).toBeCloseTo(next, 9)
  })
})
