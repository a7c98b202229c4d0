import type { Rendering } from './index.ts'

/** Of a machine that takes no part in rendering: it says nothing of it but why, where there is a reason. */
export function absentRendering(
  missing: string | null,
): Pick<Rendering, 'report' | 'onChange' | 'onChunk'> {
  return {
    report: () => ({ capability: null, missing, scenes: [], chunks: [] }),
    onChange: () => () => undefined,
    onChunk: () => () => undefined,
  }
}
