import { FrameState } from '@gridloom/contract/rendering/frame'

/** A run of consecutive frames of the list that are in one state. */
export interface FrameRun {
  from: number
  count: number
  state: FrameState
}

/** States by their first two letters, which are distinct. */
const byStateCode: ReadonlyMap<string, FrameState> = new Map(
  FrameState.options.map((state) => [state.slice(0, 2), state]),
)

/** Returns the runs of equal state, given the frames in order and their states as two letters each. */
export function runsOf(numbers: readonly number[], stateCodes: string): FrameRun[] {
  const runs: FrameRun[] = []
  const count = Math.min(numbers.length, stateCodes.length / 2)
  let begun = 0
  // A hundred thousand frames have some hundred runs: within a run, only letters are compared.
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
