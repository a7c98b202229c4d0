import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import { frameStates } from '../../parts/frame-words.ts'

/** A run of frames with the same state, as in the overview. */
export interface FrameRun {
  readonly from: number
  readonly count: number
  readonly state: FrameState
}

/** All frames of a job in numeric order, at five bytes per frame so that 200,000 fit. */
export interface FrameBoard {
  readonly numbers: Int32Array
  /** Index into {@link frameStates}, per frame. */
  readonly states: Uint8Array
}

export const emptyBoard: FrameBoard = { numbers: new Int32Array(0), states: new Uint8Array(0) }

/**
 * Builds the board from the overview's runs. A run covers consecutive frames of the job, taken in order from `listed`;
 * a run that is not in `listed` counts up by one.
 */
export function boardOf(runs: readonly FrameRun[], listed: readonly number[]): FrameBoard {
  const total = runs.reduce((sum, { count }) => sum + count, 0)
  const numbers = new Int32Array(total)
  const states = new Uint8Array(total)
  let index = 0
  for (const { from, count, state } of runs) {
    const start = indexIn(listed, from)
    states.fill(frameStates.indexOf(state), index, index + count)
    for (let nth = 0; nth < count; nth += 1) {
      numbers[index] = (start === -1 ? undefined : listed[start + nth]) ?? from + nth
      index += 1
    }
  }
  return { numbers, states }
}

/** Returns the state at an index of the board. */
export function stateAt({ states }: FrameBoard, index: number): FrameState {
  return frameStates[states[index] ?? -1] ?? 'pending'
}

/** Returns the index of a frame on the board, or -1. */
export function frameIndex({ numbers }: FrameBoard, frame: number): number {
  return indexIn(numbers, frame)
}

/**
 * Returns the board with changed frames, or `undefined` if one of them is unknown and the board must be refetched.
 * Returns the same board if nothing has changed.
 */
export function withFrames(
  board: FrameBoard,
  frames: readonly Pick<RenderFrame, 'number' | 'state'>[],
): FrameBoard | undefined {
  let states: Uint8Array | undefined
  for (const { number, state } of frames) {
    const place = frameIndex(board, number)
    if (place === -1) return undefined
    if (stateAt(board, place) === state) continue
    states ??= board.states.slice()
    states[place] = frameStates.indexOf(state)
  }
  return states === undefined ? board : { numbers: board.numbers, states }
}

/** Counts the frames of each state. */
export function countStates({ states }: FrameBoard): Record<FrameState, number> {
  const counts = {
    done: 0,
    held: 0,
    rendering: 0,
    checking: 0,
    assembling: 0,
    pending: 0,
    failed: 0,
    cancelled: 0,
  }
  for (const code of states) {
    const state = frameStates[code]
    if (state !== undefined) counts[state] += 1
  }
  return counts
}

/** Returns the indexes of all frames in a state, in order; `undefined` returns all. */
export function frameIndexes({ states }: FrameBoard, wanted: FrameState | undefined): Int32Array {
  const code = wanted === undefined ? undefined : frameStates.indexOf(wanted)
  const places = new Int32Array(states.length)
  let count = 0
  for (let place = 0; place < states.length; place += 1) {
    if (code !== undefined && states[place] !== code) continue
    places[count] = place
    count += 1
  }
  return places.subarray(0, count)
}

/** Binary search; -1 if not found. */
function indexIn(sorted: ArrayLike<number>, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] ?? 0
    if (found === wanted) return middle
    if (found < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
