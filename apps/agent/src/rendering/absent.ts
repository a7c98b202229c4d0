import type { Rendering } from './index.ts'

/** Of a machine that takes no part in rendering: it says nothing of it. */
export const absentRendering: Pick<Rendering, 'report' | 'onChange' | 'onChunk'> = {
  report: () => ({ capability: null, missing: null, scenes: [], chunks: [] }),
  onChange: () => () => undefined,
  onChunk: () => () => undefined,
}
