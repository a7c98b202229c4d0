import type { Clock } from '@gridloom/async/clock'
import type { OnRenderProgress } from '../renderer.ts'
import { overallProgress, readBlenderLine } from './output.ts'

export interface HeardRender {
  onLine(line: string): void
  /** What Blender says the picture took, without saving it; `undefined` where it does not say. */
  renderS(): number | undefined
  /** From its first word of samples to its last; `undefined` where there were not two. */
  samplingS(): number | undefined
}

/** Listens to a Blender that renders one piece. */
export function listenToRender(onProgress: OnRenderProgress, clock: Clock): HeardRender {
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
