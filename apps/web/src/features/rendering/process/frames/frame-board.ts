import type { FrameState, RenderFrame } from '@gridloom/contract/rendering/frame'
import { frameStates } from '../../parts/frame-words.ts'

/** A run of frames of equal state, as the overview tells them. */
export interface FrameRun {
  readonly from: number
  readonly count: number
  readonly state: FrameState
}

/** All frames of a job at a glance, in order of number: five bytes a frame, so that 200,000 of them fit. */
export interface FrameBoard {
  readonly numbers: Int32Array
  /** Index into {@link frameStates}, for each number. */
  readonly states: Uint8Array
}

export const emptyBoard: FrameBoard = { numbers: new Int32Array(0), states: new Uint8Array(0) }

/**
 * The board of the overview's runs. A run has the job's own frames from its first on, which `listed` has in order;
 * a run of frames that no list has counts by ones.
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

/** The state at a place of the board. */
export function stateAt({ states }: FrameBoard, index: number): FrameState {
  return frameStates[states[index] ?? -1] ?? 'pending'
}

/** Where a frame stands on the board; -1 where it has none. */
export function placeOf({ numbers }: FrameBoard, frame: number): number {
  return indexIn(numbers, frame)
}

/**
 * The board with frames that changed, or `undefined` where one of them is not on it: then it must be read anew. The
 * same board is returned where nothing on it changed.
 */
export function withFrames(
  board: FrameBoard,
  frames: readonly Pick<RenderFrame, 'number' | 'state'>[],
): FrameBoard | undefined {
  let states: Uint8Array | undefined
  for (const { number, state } of frames) {
    const place = placeOf(board, number)
    if (place === -1) return undefined
    if (stateAt(board, place) === state) continue
    states ??= board.states.slice()
    states[place] = frameStates.indexOf(state)
  }
  return states === undefined ? board : { numbers: board.numbers, states }
}

/** How many frames there are of each state. */
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

/** The places on the board that hold a state, in order; `undefined` is every place. */
export function placesOf({ states }: FrameBoard, wanted: FrameState | undefined): Int32Array {
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

/** Binary search; -1 where it is not there. */
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
