import { describe, expect, it } from 'vitest'
import {
  boardOf,
  countStates,
  frameIndex,
  frameIndexes,
  stateAt,
  withFrames,
} from './frame-board.ts'

describe('the frame board', () => {
  it('expands runs to frames with their number and state', () => {
    const board = boardOf(
      [
        { from: 1, count: 2, state: 'done' },
        { from: 3, count: 1, state: 'failed' },
      ],
      [1, 2, 3],
    )
    expect([...board.numbers]).toEqual([1, 2, 3])
    expect([0, 1, 2].map((place) => stateAt(board, place))).toEqual(['done', 'done', 'failed'])
  })

  it('takes the numbers within a run from the job’s list, which may have gaps', () => {
    const listed = [-4, 0, 10, 20, 21]
    const board = boardOf([{ from: 0, count: 3, state: 'pending' }], listed)
    expect([...board.numbers]).toEqual([0, 10, 20])
  })

  it('counts up by one when the list does not contain a run', () => {
    expect([...boardOf([{ from: 7, count: 2, state: 'done' }], []).numbers]).toEqual([7, 8])
  })

  it('finds a frame among 100,000, and none that does not exist', () => {
    const listed = Array.from({ length: 100_000 }, (_, nth) => nth * 2)
    const board = boardOf([{ from: 0, count: 100_000, state: 'pending' }], listed)
    expect(frameIndex(board, 199_998)).toBe(99_999)
    expect(frameIndex(board, 0)).toBe(0)
    expect(frameIndex(board, 7)).toBe(-1)
  })

  it('applies changed frames without modifying the previous board', () => {
    const before = setup()
    const after = withFrames(before, [{ number: 3, state: 'done' }])
    expect(after && stateAt(after, 2)).toBe('done')
    expect(stateAt(before, 2)).toBe('pending')
  })

  it('returns the same board when nothing changed, so that nothing is redrawn', () => {
    const board = setup()
    expect(withFrames(board, [{ number: 1, state: 'done' }])).toBe(board)
  })

  it('returns undefined when a frame is unknown, so that the board is refetched', () => {
    expect(withFrames(setup(), [{ number: 99, state: 'done' }])).toBeUndefined()
  })

  it('counts the frames of each state', () => {
    expect(countStates(setup())).toMatchObject({ done: 2, pending: 3, failed: 0 })
  })

  it('filters by one state, in order, or returns all', () => {
    expect([...frameIndexes(setup(), 'pending')]).toEqual([2, 3, 4])
    expect([...frameIndexes(setup(), 'failed')]).toEqual([])
    expect([...frameIndexes(setup(), undefined)]).toEqual([0, 1, 2, 3, 4])
  })
})

/** Frames 1 to 5, the first two done. */
function setup() {
  return boardOf(
    [
      { from: 1, count: 2, state: 'done' },
      { from: 3, count: 3, state: 'pending' },
    ],
    [1, 2, 3, 4, 5],
  )
}
