import { FrameState } from '@gridloom/contract/rendering/frame'

/** A run of frames that follow each other in the list and are in one state. */
export interface FrameRun {
  from: number
  count: number
  state: FrameState
}

/** States by their first two letters, which are unlike each other's. */
const byStateCode: ReadonlyMap<string, FrameState> = new Map(
  FrameState.options.map((state) => [state.slice(0, 2), state]),
)

/** Runs of equal state, of frames in order and their states as two letters each. */
export function runsOf(numbers: readonly number[], stateCodes: string): FrameRun[] {
  const runs: FrameRun[] = []
  const count = Math.min(numbers.length, stateCodes.length / 2)
  let begun = 0
  // A hundred thousand frames are some hundred runs: between two of them letters are only compared.
  for (let at = 1; at <= count; at += 1) {
    if (at < count && isAsBefore(stateCodes, at)) continue
    const from = numbers[begun]
    const state = byStateCode.get(stateCodes.slice(begun * 2, begun * 2 + 2))
    if (from !== undefined && state !== undefined) runs.push({ from, count: at - begun, state })
    begun = at
  }
  return runs
}

function isAsBefore(stateCodes: string, at: number): boolean {
  const here = at * 2
  return (
    stateCodes.charCodeAt(here) === stateCodes.charCodeAt(here - 2) &&
    stateCodes.charCodeAt(here + 1) === stateCodes.charCodeAt(here - 1)
  )
}
