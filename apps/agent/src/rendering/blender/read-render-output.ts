import type { Clock } from '@gridloom/async/clock'
import type { OnRenderProgress } from '../renderer.ts'
import { overallProgress, readBlenderLine } from './output.ts'

export interface RenderOutput {
  onLine(line: string): void
  /** Seconds of rendering by Blender's own account, without saving; `undefined` if Blender does not print it. */
  renderS(): number | undefined
  /** Seconds from the first report of samples to the last; `undefined` if there were fewer than two. */
  samplingS(): number | undefined
}

/** Reads what Blender prints while it renders one part of a chunk. */
export function readRenderOutput(onProgress: OnRenderProgress, clock: Clock): RenderOutput {
  let renderS: number | undefined
  let beganMs: number | undefined
  let lastMs: number | undefined
  return {
    onLine: (line) => {
      const said = readBlenderLine(line)
      if (said.kind === 'time') renderS = Math.max(0, said.seconds - said.savingSeconds)
      if (said.kind !== 'progress') return
      lastMs = clock.monotonicMs()
      beganMs ??= lastMs
      onProgress(overallProgress(said))
    },
    renderS: () => renderS,
    samplingS: () =>
      beganMs === undefined || lastMs === undefined || lastMs <= beganMs
        ? undefined
        : (lastMs - beganMs) / 1_000,
  }
}
